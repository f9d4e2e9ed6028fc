/* state.h: the state of query_live_look: what its earlier calls have read of a run. */
#ifndef QUERY_LIVE_STATE_H
#define QUERY_LIVE_STATE_H

#include "archive/events/events.h"
#include "archive/write/excerpt.h"
#include "query/live/live.h"
#include "util/pairs.h"

/* The read position in a log, whose events are in the order of their ends. */
struct live_log {
    uint64_t piece;                  /* the first piece that is not completely read */
    struct archive_event_more more;  /* decoder state before that piece */
    struct archive_event_act *given; /* events of that piece that were given before */
    size_t given_count, given_room;
    bool begun;
};

/* The events of a lane that were given so far. */
struct live_lane {
    uint64_t given;  /* ended events given: the first `given` ones by their end */
    uint64_t last;   /* end of the last of them, in ns */
    uint64_t length; /* its duration, in ns */
};

/* An event found by the current call of query_live_look. */
struct live_act {
    struct archive_act act;
    uint32_t lane;
    bool is_new; /* false: an unfinished task around others */
};

struct live {
    char *path;
    struct pairs log_rows, lane_rows; /* (place, file) and (place, lane) -> index */
    struct live_log *logs;
    struct live_lane *lanes;
    size_t log_count, log_room, lane_count, lane_room;
    bool lost;     /* events were dropped before they were read */
    bool was_over; /* the run was over when the last call began, or before */
    bool was_seen; /* the archive has existed */
    /* State of the current call: */
    struct archive *archive;
    struct query_data *data;
    struct live_memory *memory;
    struct live_act *acts;
    size_t act_count, act_room;
    bool more;
    struct archive_excerpt_rows only;
};

struct live_lane *live_lane_of(struct live *live, uint32_t lane); /* `lane` is a row of lanes */

/* Reads what has arrived in the logs; with `last`, unfinished visits, too. `began` is
 * CLOCK_MONOTONIC in ns, before the archive was opened. */
bool live_read_logs(struct live *live, uint64_t began, bool last, struct error *error);

/* Finds the events of a sealed archive that were not given before. */
void live_read_sealed(struct live *live);

#endif
