/* edits.h: insertions into a text that is otherwise kept byte for byte, but for what is replaced.
 */
#ifndef INSTRUMENT_EDITS_H
#define INSTRUMENT_EDITS_H

#include "util/buffer.h"

#include <stddef.h>

/* Zero-initialise. What opens at a place stands before what is there, what closes stands behind
 * what ends there; `depth` nests them: at one offset the deeper closes first and the shallower
 * opens first. */
struct instrument_edits {
    struct edit *list;
    size_t count, room;
};

void instrument_edits_open(struct instrument_edits *edits, size_t offset, unsigned depth,
                           const char *format, ...) __attribute__((format(printf, 4, 5)));
void instrument_edits_close(struct instrument_edits *edits, size_t offset, unsigned depth,
                            const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The text's [start, end) goes; nothing else may be inserted inside it. */
void instrument_edits_replace(struct instrument_edits *edits, size_t start, size_t end,
                              const char *text);

/* Appends text[from, size) with the insertions to `out`. */
void instrument_edits_apply(struct instrument_edits *edits, const char *text, size_t from,
                            size_t size, struct buffer *out);
void instrument_edits_free(struct instrument_edits *edits);

#endif
