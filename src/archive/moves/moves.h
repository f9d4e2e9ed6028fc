/* moves.h: makes the tables of what programs of places do, from their events: moves.c reads the
 * moves and the finishes, finishes.c finds who took part in which. */
#ifndef ARCHIVE_MOVES_MOVES_H
#define ARCHIVE_MOVES_MOVES_H

#include "archive/events/events.h"
#include "archive/table/schema.h"

/* Adds the moves and finishes of a lane to the tables. False with an error. */
bool archive_moves_read(struct archive *archive, uint32_t lane, struct error *error);

/* Adds the participants of all finishes. */
void archive_finishes_find_participants(struct archive *archive);

/* Adds a row to a table that grows by doubling; returns its number. */
size_t archive_moves_add_row(struct archive *archive, enum archive_schema_which which);

/* True for the region of a `finish` of `#pragma tri`. */
bool archive_moves_is_finish(const struct archive *archive, uint32_t region);

#endif
