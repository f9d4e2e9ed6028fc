/* diagnostic.h: an error in a text that a user wrote (a query, a vocabulary), with its position. */
#ifndef UTIL_DIAGNOSTIC_H
#define UTIL_DIAGNOSTIC_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>

/* The first error of a text. */
struct diagnostic {
    size_t at, end; /* byte range in the text; empty (end == at) where something is missing */
    bool early;     /* the text ends too early: more text could make it right */
    char what[512]; /* a sentence without a full stop; empty: no error */
    char help[512]; /* what to do, in further sentences, or empty */
};

/* Records an error unless there is one already. Returns false. */
bool diagnostic_at(struct diagnostic *trouble, size_t at, size_t end, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

void diagnostic_help(struct diagnostic *trouble, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends the message, the line of `text` that it is about, a caret below it, and the help: */
void diagnostic_write(struct buffer *out, const struct diagnostic *trouble, const char *name,
                      const char *text);

/* Returns how many changes make one word of the other: insertions, deletions, replacements and
 * swaps of two neighbours, ignoring case; UINT_MAX if what differs is too long to be compared. */
unsigned diagnostic_changes(const char *a, const char *b);

/* Returns the word among `count` that is most similar to one of `size` bytes; NULL if none is
 * similar. */
const char *diagnostic_nearest(const char *word, size_t size, const char *const *words,
                               size_t count);

#endif
