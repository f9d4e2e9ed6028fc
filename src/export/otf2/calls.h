/* calls.h: turns an archive's messages and collective operations into OTF2 events of the MPI calls
 * on each lane. */
#ifndef EXPORT_OTF2_CALLS_H
#define EXPORT_OTF2_CALLS_H

#include "export/otf2/trace_out.h"
#include "util/pairs.h"

/* The communicators of an archive, each once for all its members. */
struct own_comms {
    const struct archive *archive;
    uint32_t *ref; /* by row of communicators: its number in the trace; UINT32_MAX: not exported */
    uint32_t *row; /* by number in the trace: the row that knows most about it */
    size_t count;
    struct pairs ranks; /* (ref, row of places) -> rank in its group */
    uint32_t *first; /* by row of places: its rank, counted over all jobs; ARCHIVE_NONE if it is no
                        rank */
    uint64_t *locations; /* by that rank: the main lane */
    size_t location_count;
};

/* Finds the communicators; false with an error if the archive is damaged. own_comms_free() is
 * needed in either case. */
bool own_comms_find(struct own_comms *comms, const struct archive *archive, struct error *error);
void own_comms_free(struct own_comms *comms);

enum { CALL_VALUES = 6 };

/* An event that belongs to a call: written after its enter, or before its leave. */
struct call_event {
    uint64_t time; /* time of that enter or leave, ns */
    uint32_t lane, node;
    uint32_t kind; /* enum foreign_event_kind */
    bool ends;     /* it belongs to the leave */
    uint8_t count;
    uint64_t values[CALL_VALUES];
};

struct calls;

/* Finds all events of calls, sorted by lane and time. NULL with an error. The caller frees them. */
struct calls *calls_find(struct archive *archive, const struct own_comms *comms,
                         struct error *error);
void calls_free(struct calls *calls);

/* Begins with the events of a lane. Lanes must come in the order of their rows. */
void calls_begin_lane(struct calls *calls, uint32_t lane);

/* Writes the events of the lane before a time, also if their calls did not come. */
bool calls_write_older(struct calls *calls, struct trace_out *out, uint64_t time);

/* Writes the events that belong to the enter or leave (`ends`) of a call at a time, after all older
 * ones. */
bool calls_write(struct calls *calls, struct trace_out *out, uint64_t time, uint32_t node,
                 bool ends);

/* Writes all remaining events of the lane. */
bool calls_end_lane(struct calls *calls, struct trace_out *out);

/* After the last lane: false with an error if not all events could be read. */
bool calls_end(const struct calls *calls, struct error *error);

#endif
