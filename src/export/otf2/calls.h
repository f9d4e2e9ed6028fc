/* calls.h: what an archive's tables of messages and collective operations say of the calls on
 * each lane, as events of OTF2. */
#ifndef EXPORT_OTF2_CALLS_H
#define EXPORT_OTF2_CALLS_H

#include "export/otf2/out.h"
#include "util/pairs.h"

/* The communicators, each once for all its members. */
struct own_comms {
    const struct archive *archive;
    uint32_t *ref; /* by row of communicators; UINT32_MAX: it is not known what it is */
    uint32_t *row; /* by ref: the row that tells most of it */
    size_t count;
    struct pairs ranks;  /* (ref, row of places) -> rank in its group */
    uint32_t *first;     /* by row of places: the world rank, of all jobs in a row; ARCHIVE_NONE */
    uint64_t *locations; /* by these: the main lane */
    size_t location_count;
};

/* False: they make no sense. To be freed all the same. */
bool own_comms_find(struct own_comms *comms, const struct archive *archive, struct error *error);
void own_comms_free(struct own_comms *comms);

enum { CALL_VALUES = 6 };

/* An event that belongs to a call: behind its enter, or before its leave. */
struct call_event {
    uint64_t time; /* of that, ns */
    uint32_t lane, node;
    uint32_t kind; /* enum foreign_event_kind */
    bool ends;
    uint8_t count;
    uint64_t values[CALL_VALUES];
};

struct calls;

/* All of them, by lane and time. NULL with an error. */
struct calls *calls_find(struct archive *archive, const struct own_comms *comms,
                         struct error *error);
void calls_free(struct calls *calls);

/* Those of a lane follow each other; lanes come in the order of their rows. */
void calls_begin_lane(struct calls *calls, uint32_t lane);

/* Writes those that are older than that moment, and whose calls did not come. */
bool calls_write_older(struct calls *calls, struct trace_out *out, uint64_t time);

/* Writes those of that call, and first all that are older than it. */
bool calls_write(struct calls *calls, struct trace_out *out, uint64_t time, uint32_t node,
                 bool ends);

/* Whatever is left of the lane. */
bool calls_end_lane(struct calls *calls, struct trace_out *out);

/* After the last lane: whether all of them came. */
bool calls_end(const struct calls *calls, struct error *error);

#endif
