/* state.h: what is known of a run from earlier looks. */
#ifndef QUERY_LIVE_STATE_H
#define QUERY_LIVE_STATE_H

#include "archive/events/events.h"
#include "archive/write/excerpt.h"
#include "query/live/live.h"
#include "util/pairs.h"

/* How far a log was read. Acts are in it in the order of their end. */
struct live_log {
    uint64_t piece;          /* the first one that is not done */
    struct event_more more;  /* before that */
    struct event_act *given; /* of that piece, what was given before */
    size_t given_count, given_room;
    bool begun;
};

struct live_lane {
    uint64_t given;  /* acts that have ended and were given: the first so many by their end */
    uint64_t last;   /* ns: when the last of them ended */
    uint64_t length; /* ns: of that one */
};

/* An act of this look. */
struct live_act {
    struct archive_act act;
    uint32_t lane;
    bool is_new; /* else it is an open task, around others */
};

struct live {
    char *path;
    struct pairs log_rows, lane_rows; /* (place, file) and (place, lane) by their numbers */
    struct live_log *logs;
    struct live_lane *lanes;
    size_t log_count, log_room, lane_count, lane_room;
    bool lost;     /* acts were gone before they were looked at */
    bool was_over; /* when the last look began, or before */
    bool was_seen; /* there was an archive */
    /* Of this look: */
    struct archive *archive;
    struct query_data *data;
    struct live_memory *memory;
    struct live_act *acts;
    size_t act_count, act_room;
    bool more;
    struct part_rows only;
};

struct live_lane *live_lane_of(struct live *live, uint32_t lane); /* by its row */

/* Reads what has come to the logs; `last`: what is open comes, too. `began` is CLOCK_MONOTONIC, ns,
 * before the archive was opened. */
bool live_read_logs(struct live *live, uint64_t began, bool last, struct error *error);

/* Finds in a sealed archive what was not given before. */
void live_read_sealed(struct live *live);

#endif
