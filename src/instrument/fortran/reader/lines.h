/* lines.h: what a physical line is, in fixed and in free form. */
#ifndef INSTRUMENT_FORTRAN_READER_LINES_H
#define INSTRUMENT_FORTRAN_READER_LINES_H

#include "instrument/fortran/form.h"

#include <stdbool.h>
#include <stddef.h>

enum line_kind {
    LINE_NOTHING, /* blank, or a comment */
    LINE_CODE,
    LINE_MORE, /* a continuation line: fixed form, or !$ and no blank, which starts no statement */
    LINE_DIRECTIVE,
    LINE_DIRECTIVE_MORE, /* fixed form */
    LINE_MARKER          /* # 12 "file" */
};

struct line {
    enum line_kind kind;
    size_t start, next; /* of the line, and of the one behind it */
    size_t code;        /* where its statement begins: behind columns 1 to 6, or a sentinel */
    size_t end;         /* behind the last byte that counts: columns beyond the width do not */
    unsigned padding;   /* fixed form: columns that a character constant finds behind its end */
    bool conditional;   /* it has the sentinel !$ */
    bool malformed;     /* no statement can begin so */
    unsigned label;     /* fixed form */
    size_t label_start, label_end;
    char sentinel[4]; /* of a directive: omp, acc, gcc, dir ... */
};

/* The line that begins at `start`, which must be less than `size`. */
void line_read(struct line *line, const char *text, size_t size, size_t start,
               const struct instrument_fortran_form *form);

/* `# 12 "file" 1`: its number, and where the file's name stands. False: it says nothing of lines.
 */
bool line_marker(const struct line *line, const char *text, unsigned *number, size_t *file,
                 size_t *file_end);

static inline bool line_is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* Bytes that the compiler does not see. */
static inline bool line_is_unseen(char c)
{
    return c == '\r' || c == '\0';
}

#endif
