/* directive_lines.h: the lines of a C text that the preprocessor obeys: those that begin with #. */
#ifndef INSTRUMENT_DRIVER_DIRECTIVE_LINES_H
#define INSTRUMENT_DRIVER_DIRECTIVE_LINES_H

#include <stdbool.h>

struct directive_line {
    const char *start, *end; /* without the newline; a comment or a \ leads to the next one */
    const char *word;        /* behind the # */
    unsigned number, last;   /* of its first line, of its last one */
};

/* Finds the next # line at or behind `at`, the beginning of line `number`; false if there is none.
 * Those in comments do not count. */
bool directive_lines_next(const char *at, unsigned number, struct directive_line *line);

/* True if the first word of a line begins so. */
bool directive_lines_begin(const struct directive_line *line, const char *first);

/* True if the words of a line begin with these two. */
bool directive_lines_say(const struct directive_line *line, const char *first, const char *second);

/* True if all of a text but comments is between #ifndef NAME, #define NAME and #endif. */
bool directive_lines_are_guarded(const char *text);

#endif
