/* normal.h: the normalised text of a statement (source.h), with the offset of each character. */
#ifndef INSTRUMENT_FORTRAN_READER_NORMAL_H
#define INSTRUMENT_FORTRAN_READER_NORMAL_H

#include "instrument/fortran/form.h"

#include <stdbool.h>
#include <stddef.h>

/* Facts about a character, as bits. */
enum {
    NORMAL_GAP = 1,     /* a blank was before this character, which matters in free form */
    NORMAL_CONSTANT = 2 /* it is part of a character or Hollerith constant */
};

/* Zero-initialise it. One is used for all statements, one after the other. */
struct normal {
    char *text;           /* text[0, length), zero-terminated by normal_end() */
    unsigned char *flags; /* of each character */
    size_t *offset;       /* of each character in the source */
    size_t length, room;
    /* While it is being read: */
    bool fixed;
    bool gap;       /* the last character read was a blank */
    char quote;     /* the quote that ends the open character constant; 0: none is open */
    size_t pending; /* characters that are left of an open Hollerith constant */
    bool lenient;   /* keywords may be joined to names in free form, too */
    bool labelled;  /* a label was read: FORMAT(...) is a format */
};

/* Begins a statement; labelled: its label was read already. */
void normal_start(struct normal *normal, const struct instrument_fortran_form *form, bool labelled);

/* Adds a character of the source that is neither in a comment nor a continuation mark. Blanks
 * outside constants are dropped. */
void normal_add(struct normal *normal, char c, size_t offset);

/* Adds a blank that is kept. */
void normal_add_blank(struct normal *normal, size_t offset);
/* Terminates the text. */
void normal_end(struct normal *normal);
/* Frees the text; the struct can be used again. */
void normal_free(struct normal *normal);

/* True if a character or Hollerith constant is open. */
static inline bool normal_in_constant(const struct normal *normal)
{
    return normal->quote || normal->pending;
}

/* Free form: makes a label of the text, if it consists of at most five digits. The text is then
 * empty. start, end: the offsets of the digits. Returns false if it is no label. */
bool normal_take_label(struct normal *normal, unsigned *label, size_t *start, size_t *end);

#endif
