/* calls.h: calls that ask for profile values, such as getTime(func_name=main, block_count=1). */
#ifndef MODEL_RUBY_CALLS_H
#define MODEL_RUBY_CALLS_H

#include "model/ruby/lex.h"
#include "util/buffer.h"

/* If the token is the name of such a call, with parentheses behind it, appends the call as Ruby:
 * `name=value` becomes a keyword argument, and bare names of functions and variables become
 * strings. Returns the index behind it; `at`: it is none. */
size_t ruby_call(const struct ruby_token *tokens, size_t count, size_t at, struct buffer *out);

#endif
