/* macros.h: tells if a variable is used through macros. */
#ifndef ANALYSIS_DIVIDE_MACROS_H
#define ANALYSIS_DIVIDE_MACROS_H

#include <stdbool.h>
#include <stddef.h>

/* A piece of a text. */
struct divide_name {
    const char *text;
    size_t size;
};

/* True if a name that is followed by `next` in the source may stand for something with the
 * variable: a macro of this file whose text has the variable, or has another such macro; or a name
 * in capitals, called like a function, that this file does not define, because its definition is in
 * a header. */
bool divide_macro_may_use(const char *text, size_t size, struct divide_name name, char next,
                          struct divide_name variable);

#endif
