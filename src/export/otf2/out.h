/* out.h: an OTF2 trace that is being written. */
#ifndef EXPORT_OTF2_OUT_H
#define EXPORT_OTF2_OUT_H

#include "export/export.h"
#include "export/otf2/records.h"

struct trace_out {
    struct export_job *job;
    OTF2_Archive *archive;
    OTF2_EvtWriter *writer; /* of the lane that is written now */
    OTF2_AttributeList *list;
    uint64_t last;       /* ticks: nothing on the lane may be earlier */
    uint64_t done, all;  /* acts */
    OTF2_ErrorCode code; /* of the first that failed */
    uint64_t *events;    /* by number of a location, in the order in which they were written */
    uint64_t *locations; /* the same: what they are called */
    size_t location_count, location_room, event_room;
    struct error *error;
};

bool trace_out_open(struct trace_out *out, struct export_job *job, struct error *error);
bool trace_out_begin_lane(struct trace_out *out, uint64_t location);
bool trace_out_end_lane(struct trace_out *out);

/* When all lanes were written. */
bool trace_out_end_events(struct trace_out *out);

/* An act more was written: false when it is time to stop. */
bool trace_out_go_on(struct trace_out *out);

/* Remembers what failed. Returns whether all is well so far. */
bool trace_out_check(struct trace_out *out, OTF2_ErrorCode code);

/* Times of one lane never go back. */
uint64_t trace_out_time(struct trace_out *out, uint64_t ticks);

/* Ends it: false with an error when something did not get there. */
bool trace_out_close(struct trace_out *out, bool good);

/* All of it: of an archive that was made from a trace, as that was; of any other. */
struct foreign_reader;
bool trace_write_kept(struct trace_out *out, const struct foreign_reader *kept);
bool trace_write_own(struct trace_out *out);

#endif
