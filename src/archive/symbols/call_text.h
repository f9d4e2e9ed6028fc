/* call_text.h: finds calls in a source text, and the texts of their arguments. */
#ifndef ARCHIVE_SYMBOLS_CALL_TEXT_H
#define ARCHIVE_SYMBOLS_CALL_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CALL_TEXT_ARGUMENTS = 6, /* arguments that are read of each call */
    CALL_TEXT_LONGEST = 120, /* bytes of an argument; a longer one is cut and ends with "..." */
};

enum archive_call_text_form { CALL_TEXT_C, CALL_TEXT_FREE, CALL_TEXT_FIXED };

struct archive_call_text {
    uint32_t statement;                   /* line on which the statement around it begins */
    uint32_t first, last;                 /* lines of its name and of its closing parenthesis */
    char *arguments[CALL_TEXT_ARGUMENTS]; /* on one line, without comments; NULL: there is none */
};

struct archive_call_texts {
    struct archive_call_text *all; /* in the order of the text */
    size_t count, room;
};

/* Adds the calls of a function, by its name: in Fortran in upper or lower case; also by the name of
 * MPI's profiling interface, with a P in front. Literals and comments are no calls. */
void archive_call_text_find(struct archive_call_texts *calls, const char *text, size_t size,
                            enum archive_call_text_form form, const char *function);
void archive_call_text_free(struct archive_call_texts *calls);

#endif
