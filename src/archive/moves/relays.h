/* relays.h: the chains of places that variables of programs of places travel through. */
#ifndef ARCHIVE_MOVES_RELAYS_H
#define ARCHIVE_MOVES_RELAYS_H

#include "archive/archive.h"

enum { RELAY_PLACES = 16 }; /* most places of a path */

/* Returns for each row of moves the move that brought its activity to the place where it started:
 * an `at` around it, or the `async at` that created it; ARCHIVE_NONE: none. To be freed. */
uint32_t *archive_relays_find(const struct archive *archive);

/* Finds the path of a variable (a row of variables) up to the target of its move, through all moves
 * before it that took a variable of the same name along. Returns the number of places. */
size_t archive_relay_path(const struct archive *archive, const uint32_t *before, uint32_t variable,
                          uint32_t places[RELAY_PLACES]);

#endif
