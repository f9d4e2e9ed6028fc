/* edits.h: insertions into a text, and replacements of parts of it. All other bytes of the text
 * stay as they are. */
#ifndef INSTRUMENT_EDITS_H
#define INSTRUMENT_EDITS_H

#include "util/buffer.h"

#include <stddef.h>

/* A list of edits, in any order; zero-initialise.
 *
 * An edit that opens is inserted before the text at its offset; one that closes is inserted behind
 * the text that ends there. At one offset, all closing edits come before all opening ones, and
 * `depth` nests them like brackets:
 *
 *     text                  for (...) x();
 *     depth 4 opens "{ ",                  closes " }"
 *     depth 5   opens "( ",             closes " )"
 *     result            { ( for (...) x(); ) }
 *
 * Edits of equal offset, direction and depth appear in the order in which they were added. */
struct instrument_edits {
    struct edit *list;
    size_t count, room;
};

/* Add an insertion; the text is formatted and copied. */
void instrument_edits_open(struct instrument_edits *edits, size_t offset, unsigned depth,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
void instrument_edits_close(struct instrument_edits *edits, size_t offset, unsigned depth,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Replaces text[start, end) by a copy of `text`. No other edit may lie inside that range. */
void instrument_edits_replace(struct instrument_edits *edits, size_t start, size_t end,
                              const char *text);

/* Appends text[from, size) with the edits applied to `out`. Sorts the edits. */
void instrument_edits_apply(struct instrument_edits *edits, const char *text, size_t from,
                            size_t size, struct buffer *out);
void instrument_edits_free(struct instrument_edits *edits);

#endif
