/* lex.h: the tokens of a Ruby text, as far as the translator needs them. */
#ifndef MODEL_RUBY_LEX_H
#define MODEL_RUBY_LEX_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

enum ruby_token_kind {
    RUBY_SPACE,
    RUBY_NEWLINE,
    RUBY_COMMENT, /* also =begin ... =end, and all behind __END__ */
    RUBY_WORD,    /* identifier, constant, keyword, @variable, $variable */
    RUBY_NUMBER,
    RUBY_LITERAL, /* a string, symbol, regular expression or here-document's body */
    RUBY_MARK,    /* one character of anything else; two of == and the like */
};

struct ruby_token {
    enum ruby_token_kind kind;
    const char *text;
    size_t size;
    unsigned line;
};

/* Tokens that together are the whole text. */
struct ruby_tokens {
    struct ruby_token *list;
    size_t count, room;
};

/* Splits the text, which must outlive the tokens. Any text is accepted; what is no Ruby is left to
 * Ruby's own parser. */
void ruby_lex(const char *text, size_t size, struct ruby_tokens *tokens);
void ruby_tokens_free(struct ruby_tokens *tokens);

/* Appends the line ends of tokens that are left out, so that the lines of what follows stay. */
void ruby_tokens_keep_lines(struct buffer *out, const struct ruby_token *tokens, size_t first,
                            size_t end);

bool ruby_token_is(const struct ruby_token *token, const char *text);
/* True if an expression may end with this token: what follows it is no value but an operator. */
bool ruby_token_ends_value(const struct ruby_token *token);

#endif
