/* normal.h: a statement's text, normalised as source.h says, with the way back to the file. */
#ifndef INSTRUMENT_FORTRAN_READER_NORMAL_H
#define INSTRUMENT_FORTRAN_READER_NORMAL_H

#include "instrument/fortran/form.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    NORMAL_GAP = 1,     /* there was a blank before this character: it matters in free form */
    NORMAL_CONSTANT = 2 /* it belongs to a character or Hollerith constant */
};

/* Zero-initialise. */
struct normal {
    char *text; /* zero-terminated by normal_end */
    unsigned char *flags;
    size_t *offset;
    size_t length, room;
    /* while it is being read */
    bool fixed;
    bool gap;       /* a blank came last */
    char quote;     /* of the open character constant; 0: none is open */
    size_t pending; /* characters that an open Hollerith constant still takes */
    bool lenient;   /* keywords may run on into names in free form, too */
    bool labelled;  /* a label was read: FORMAT(...) is a format */
};

void normal_start(struct normal *normal, const struct instrument_fortran_form *form, bool labelled);

/* One character that is neither comment nor continuation mark. */
void normal_add(struct normal *normal, char c, size_t offset);

void normal_add_blank(struct normal *normal, size_t offset); /* one that is kept */
void normal_end(struct normal *normal);
void normal_free(struct normal *normal);

/* Whether the next character belongs to a constant that is open. */
static inline bool normal_in_constant(const struct normal *normal)
{
    return normal->quote || normal->pending;
}

/* Free form: takes the digits that it begins with as a label when a blank stands behind them. */
bool normal_take_label(struct normal *normal, unsigned *label, size_t *start, size_t *end);

#endif
