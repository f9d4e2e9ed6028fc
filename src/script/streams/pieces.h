/* pieces.h: reads streams that an earlier run stored: which bytes came from which writer. */
#ifndef SCRIPT_STREAMS_PIECES_H
#define SCRIPT_STREAMS_PIECES_H

#include "util/error.h"
#include "util/pairs.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct script_pieces {
    struct flow_piece *list;
    size_t count;
    struct pairs tasks; /* (task, 0) -> number in `sums` */
    uint64_t *sums;     /* bytes per task */
    size_t sum_count, sum_room;
};

/* Reads the index of the stream at a path, as far as its file has the bytes. */
void script_pieces_read(struct script_pieces *pieces, const char *path);
void script_pieces_free(struct script_pieces *pieces);

/* Returns the bytes of a task. */
uint64_t script_pieces_of(const struct script_pieces *pieces, uint32_t task);

/* Copies the pieces of some tasks to the end of another stream. `numbers` maps (task, 0) to its
 * number there; other tasks are left out. Adds the bytes to *copied. */
bool script_pieces_copy(const struct script_pieces *pieces, const char *from, const char *to,
                        const struct pairs *numbers, uint64_t *copied, struct error *error);

#endif
