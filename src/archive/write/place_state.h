/* place_state.h: the functions of a place that its lanes call while they are written. */
#ifndef ARCHIVE_WRITE_PLACE_STATE_H
#define ARCHIVE_WRITE_PLACE_STATE_H

#include "archive/write/place.h"

const char *raw_write_folder(const struct raw_write *place); /* places/P */

/* Returns the number of the next lane's files. */
uint32_t raw_write_lane_number(struct raw_write *place);

/* Notes the end of a lane that is on disk, and writes what belongs to it of the place. */
bool raw_write_lane_done(struct raw_write *place, uint64_t end, struct error *error);

#endif
