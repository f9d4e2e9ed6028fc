/* trace_out.h: writes an OTF2 trace: the events of one lane after another, then the definitions. */
#ifndef EXPORT_OTF2_TRACE_OUT_H
#define EXPORT_OTF2_TRACE_OUT_H

#include "export/export.h"
#include "export/otf2/records.h"

/* A trace that is being written. */
struct trace_out {
    struct export_job *job;
    OTF2_Archive *archive;
    OTF2_EvtWriter *writer; /* of the current lane */
    OTF2_AttributeList *list;
    uint64_t last;       /* ticks of the lane's last event: later ones may not be earlier */
    uint64_t done, all;  /* acts written, and in total */
    OTF2_ErrorCode code; /* of the first call that failed */
    uint64_t *events;    /* by location, in the order of writing: number of its events */
    uint64_t *locations; /* by location, in the order of writing: its reference */
    size_t location_count, location_room, event_room;
    struct error *error;
};

/* Creates the trace of a job; false with an error. If out->archive is set, trace_out_close() is
 * needed even then. */
bool trace_out_open(struct trace_out *out, struct export_job *job, struct error *error);
/* Begins, and ends, the events of a location. False if something has failed so far. */
bool trace_out_begin_lane(struct trace_out *out, uint64_t location);
bool trace_out_end_lane(struct trace_out *out);

/* Ends the events after the last lane; definitions may follow. */
bool trace_out_end_events(struct trace_out *out);

/* Counts an act; false if writing should stop. */
bool trace_out_go_on(struct trace_out *out);

/* Notes the first failure; returns true if there was none so far. */
bool trace_out_check(struct trace_out *out, OTF2_ErrorCode code);

/* Returns a time that is not before the previous one of the lane. */
uint64_t trace_out_time(struct trace_out *out, uint64_t ticks);

/* Closes the trace and frees everything. False with an error if something could not be written, or
 * if `good` is false. */
bool trace_out_close(struct trace_out *out, bool good);

/* Write the whole trace: of an imported archive as it was, and of any other archive. */
struct foreign_reader;
bool trace_write_kept(struct trace_out *out, const struct foreign_reader *kept);
bool trace_write_own(struct trace_out *out);

#endif
