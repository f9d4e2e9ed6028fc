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

/* Where definitions are looked for. */
struct divide_texts {
    struct divide_name file, headers;
};

/* True if a name that is followed by `next` in the source may stand for something with the
 * variable: a macro of the file or its headers whose text has the variable, or has another such
 * macro; or a name in capitals, called like a function, that is defined in neither, because its
 * definition is in a header that is not known. */
bool divide_macro_may_use(const struct divide_texts *texts, struct divide_name name, char next,
                          struct divide_name variable);

#endif
