/* dropped.h: what an event log lacks because there was no room for it. */
#ifndef ARCHIVE_RAW_DROPPED_H
#define ARCHIVE_RAW_DROPPED_H

#include "archive/raw/raw.h"
#include "format/profile.h"

/* Nothing is known of what the lanes of the log did from `from` to `to`, in ticks. */
struct raw_dropped {
    uint64_t acts, from, to;
    uint32_t error; /* errno of what made it so; 0: the limit */
};

/* What the header of the profile says, and what a log that keeps its last part has written over. */
struct raw_dropped raw_dropped_find(const struct events *events, const struct event_log *log,
                                    const struct format_header *header);

/* Tells the lanes from `first` on, whose times are still ticks. */
void raw_dropped_tell(struct archive *archive, size_t first, const struct raw_dropped *dropped);

/* Tells the lanes of a profile, from `first` on, when acts were filtered, in ticks; each gets an
 * equal part of the time that these took, in ns. */
void raw_filtered_tell(struct archive *archive, size_t first, const struct format_header *header,
                       const struct raw_place *place);

/* A lane has visits of a region of which none is logged: when they were is not known. */
void raw_filtered_always(struct archive_lanes *lanes, size_t lane);

/* Cuts the stretches of a lane down to its life, and gives them in ns; before the lane's own start
 * and end become ns. */
void raw_dropped_close(struct archive_lanes *lanes, size_t lane, const struct raw_place *place);

#endif
