/* missing.h: which events an archive lacks, in words. */
#ifndef CUBE_MISSING_H
#define CUBE_MISSING_H

#include "archive/archive.h"
#include "util/buffer.h"

/* A time interval of a lane in which events were dropped, so that nothing is known. */
struct cube_missing_stretch {
    uint64_t from, to; /* ns, on the clock of all cycles */
};

/* Finds the interval in which events of a lane were dropped. False if there is none. */
bool cube_missing_on_lane(const struct archive *archive, uint32_t lane,
                          struct cube_missing_stretch *stretch);

/* Finds the interval in which events of a lane were filtered. False if none were, or it is
 * unknown. */
bool cube_missing_filtered_on_lane(const struct archive *archive, uint32_t lane,
                                   struct cube_missing_stretch *stretch);

/* True if any lane has such an interval of dropped events. */
bool cube_missing_stretches(const struct archive *archive);

/* Returns the number of dropped events; *at_least is set if there are more, of which only the bytes
 * are known. */
uint64_t cube_missing_dropped(const struct archive *archive, bool *at_least);

/* Time that cannot be drawn truthfully. A visit that was not logged, because its kind was not
 * selected or by a filter, would be drawn as the visit around it. If more than a tenth of the time
 * drawn so is of another class, it is drawn as unknown. */
struct cube_missing_hidden {
    uint8_t *nodes;   /* by row: its exclusive time is unknown */
    uint8_t *lanes;   /* by row: time of class `program` is unknown while events were filtered */
    uint32_t *roots;  /* by row of lanes: its root; ARCHIVE_NONE: none */
    uint8_t *classes; /* by row of regions: enum archive_cycles_class */
    bool outside; /* for a part of another archive: time outside of all selected visits is unknown,
                     too */
    bool any;
};

struct cube_missing_hidden cube_missing_hidden_new(const struct archive *archive);
void cube_missing_hidden_free(struct cube_missing_hidden *hidden);

/* Appends the reason why something is hidden, for a picture that has unknown time. */
void cube_missing_hidden_write(struct buffer *to, const struct archive *archive);

/* Appends which kinds of visits were not logged because they were not selected, with their number
 * and places: "not logged, as --events or --filter excludes the kind: 12 visits of io: 12 of rank
 * 0". False if there are none. */
bool cube_missing_kinds_write(struct buffer *to, const struct archive *archive);

/* Appends how many events are missing, where, when and why: "1,200 events were dropped (--max-size
 * was reached): 1,200 of rank 0 from 0.52 s to 3.1 s". False if none are; then nothing is
 * appended. */
bool cube_missing_write(struct buffer *to, const struct archive *archive);

/* The same, without visits that were not logged since they were not timed unless they are of these
 * kinds (format/event.h). */
bool cube_missing_write_of(struct buffer *to, const struct archive *archive, uint32_t kinds);

#endif
