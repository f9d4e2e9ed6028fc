/* timeline.h: what each lane did at each moment, and the messages between lanes. */
#ifndef CUBE_TIMELINE_H
#define CUBE_TIMELINE_H

#include "cube/cycles.h"
#include "cube/lanes.h"
#include "util/buffer.h"

struct timeline_request {
    struct cycles_range range;
    struct lanes_span span;
    size_t columns;    /* stretches shorter than one of so many are put together */
    size_t most_lanes; /* the first ones; 0: all */
    size_t most_messages, most_operations; /* those that were waited for longest; 0: all */
};

/* A stretch of time in which the innermost visit of a lane was of one region; or several that are
 * too short to be told apart. */
struct timeline_bar {
    uint64_t start, end;           /* ns, on the clock of all cycles */
    uint32_t region;               /* row: that took most of it */
    uint32_t stretches;            /* 0: it is of bins (window.h), and these are not known */
    uint32_t acts;                 /* that began in it, if it is of bins */
    uint64_t time[CYCLES_CLASSES]; /* ns: adds up to the length */
};

/* A visit that is long enough to have its name in the picture, and has no such visit inside. */
struct timeline_span {
    uint64_t start, end;
    uint32_t region; /* row */
};

struct timeline_lane {
    uint32_t lane; /* row */
    char *label;
    size_t first, count; /* bars */
    size_t first_span, span_count;
    uint64_t time[CYCLES_CLASSES]; /* ns: adds up to its life in what is shown; exact */
};

/* Lanes are numbers among those of the timeline. */
struct timeline_message {
    uint32_t from, to;
    uint32_t send, receive;        /* rows of regions */
    uint64_t sent, received;       /* ns: when sending began, and receiving ended */
    uint64_t wait_start, wait_end; /* the receiver waited for the sender; the same: it did not */
    uint64_t bytes;
    int32_t tag;
};

/* One rank's part in a collective operation. */
struct timeline_part {
    uint32_t lane;
    uint64_t start, end; /* of the call that began it, until its end was seen */
    uint64_t until;      /* it waited for others until they came; `start`: it did not */
};

struct timeline_operation {
    uint32_t region;     /* row: of the first part */
    size_t first, count; /* parts, by lanes */
    uint64_t given;      /* bytes that all put into it */
    uint64_t waited;     /* ns from the first one that came to the last one */
    uint32_t last;       /* part that came last */
};

struct timeline {
    uint64_t zero, start, end; /* ns: of the run, of what is shown */
    struct timeline_lane *lanes;
    size_t lane_count, lanes_all;
    struct timeline_bar *bars;
    size_t bar_count, bar_room;
    struct timeline_span *spans;
    size_t span_count, span_room;
    struct timeline_message *messages;  /* the longest waits first */
    size_t message_count, messages_all; /* between these lanes in this time */
    size_t elsewhere; /* messages of this time from or to other lanes, or nowhere */
    struct timeline_operation *operations;
    size_t operation_count, operations_all;
    struct timeline_part *parts;
    char **name; /* of regions that are in it, by row: "solve (cg.c:17)" */
    size_t name_count;
    bool incomplete;       /* some acts are not in the log */
    struct buffer missing; /* the same in words; or empty */
};

/* NULL with an error: there are no events, and what to do. */
struct timeline *timeline_new(const struct archive *archive, const struct timeline_request *request,
                              struct progress *progress, struct error *error);
void timeline_free(struct timeline *timeline);

/* Inside the cube: the messages and the collective operations; `number` is by row of lanes. */
void timeline_add_messages(struct timeline *timeline, const struct archive *archive,
                           const uint32_t *number, size_t most);
void timeline_add_operations(struct timeline *timeline, const struct archive *archive,
                             const uint32_t *number, size_t most);

/* Inside the cube: visits of a lane that are at least so long where they are shown, by their start.
 * Only blocks that have some are read. */
struct timeline_visits {
    struct timeline_span *visits;
    size_t count, room;
};
void timeline_find_long(struct timeline_visits *visits, const struct archive *archive,
                        uint32_t lane, const struct timeline *timeline, uint64_t least);

#endif
