/* lines.h: the physical lines of a source, in fixed and in free form. */
#ifndef INSTRUMENT_FORTRAN_READER_LINES_H
#define INSTRUMENT_FORTRAN_READER_LINES_H

#include "instrument/fortran/form.h"

#include <stdbool.h>
#include <stddef.h>

/* The kind of a physical line. */
enum line_kind {
    LINE_NOTHING, /* a blank line or a comment */
    LINE_CODE,
    LINE_MORE, /* a continuation line in fixed form; in free form, one with !$ and no blank behind
                  it */
    LINE_DIRECTIVE,
    LINE_DIRECTIVE_MORE, /* a continuation line of a directive, in fixed form */
    LINE_MARKER          /* a line marker: # 12 "file" */
};

/* One line. Positions are offsets in the source. */
struct line {
    enum line_kind kind;
    size_t start, next; /* the start of the line and of the next one */
    size_t code;      /* the start of its statement: behind columns 1 to 6, or behind a sentinel */
    size_t end;       /* behind the last byte that counts; columns beyond the width do not */
    unsigned padding; /* fixed form: the blanks that continue a character constant which is open at
                         the end */
    bool conditional; /* it has the sentinel !$ */
    bool malformed;   /* a statement cannot begin like this */
    unsigned label;   /* fixed form; 0: none */
    size_t label_start, label_end;
    char sentinel[4]; /* of a directive: omp, acc, gcc, dir ... */
};

/* Reads the line that begins at `start`, which must be less than `size`. */
void line_read(struct line *line, const char *text, size_t size, size_t start,
               const struct instrument_fortran_form *form);

/* Reads a line marker, `# 12 "file" 1`: its number, and the offsets of the file name (both 0 if
 * there is none). False: it is another line of the preprocessor. */
bool line_marker(const struct line *line, const char *text, unsigned *number, size_t *file,
                 size_t *file_end);

/* True for a blank, as the compiler sees it. */
static inline bool line_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* True for bytes that the compiler ignores. */
static inline bool line_is_unseen(char c)
{
    return c == '\r' || c == '\0';
}

#endif
