/* source_scaled.h: tells whether the body of a loop may go through an array by more than one
 * element per iteration, by its text. */
#ifndef ARCHIVE_SYMBOLS_SOURCE_SCALED_H
#define ARCHIVE_SYMBOLS_SOURCE_SCALED_H

#include <stdbool.h>

/* A text between two characters. */
struct source_text_part {
    const char *start, *end;
};

/* True if a body scales the variable of its loop, or has a constant subscript beside one with the
 * variable: x[3 * i + 1], x[i << 1], x[i][0], in Fortran x(2*i), x(1,i); or if it moves something
 * by a constant other than one, or a pointer several times: p += 2, *p++ + *p++. `variable`: its
 * name; empty if not known, then any name may be it. */
bool source_scaled_is_in(struct source_text_part body, struct source_text_part variable,
                         bool is_fortran);

#endif
