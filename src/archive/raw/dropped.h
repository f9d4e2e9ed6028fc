/* dropped.h: finds the acts that an event log lacks because there was no room for them. */
#ifndef ARCHIVE_RAW_DROPPED_H
#define ARCHIVE_RAW_DROPPED_H

#include "archive/raw/raw.h"
#include "format/profile.h"

/* Acts that were dropped. Nothing is known of what the lanes of the log did from `from` to `to`, in
 * ticks. */
struct raw_dropped {
    uint64_t acts, from, to;
    uint32_t error; /* errno of the failure that dropped them; 0: the limit was reached */
};

/* Adds up the acts that the profile's header says were dropped, and those that a log with
 * FORMAT_KEEP_LAST has overwritten. */
struct raw_dropped raw_dropped_find(const struct archive_events *events,
                                    const struct archive_event_log *log,
                                    const struct format_header *header);

/* Sets dropped_from and dropped_to of the lanes from `first` on, in ticks. */
void raw_dropped_tell(struct archive *archive, size_t first, const struct raw_dropped *dropped);

/* Sets when acts of the lanes from `first` on were filtered, in ticks, and gives each lane an equal
 * share of the time that these took, in ns. */
void raw_filtered_tell(struct archive *archive, size_t first, const struct format_header *header,
                       const struct archive_raw_place *place);

/* Marks the whole life of a lane as filtered: it has visits of a region of which none is logged, at
 * unknown times. */
void raw_filtered_always(struct archive_lanes *lanes, size_t lane);

/* Limits the dropped and filtered stretches of a lane to its life, and converts them to ns. To be
 * called before the lane's own start and end are converted. */
void raw_dropped_close(struct archive_lanes *lanes, size_t lane,
                       const struct archive_raw_place *place);

#endif
