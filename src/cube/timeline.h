/* timeline.h: what each lane did at each moment, and the messages between lanes. */
#ifndef CUBE_TIMELINE_H
#define CUBE_TIMELINE_H

#include "cube/cycles.h"
#include "cube/lanes.h"
#include "util/buffer.h"

/* The data that a timeline asks for. */
struct cube_timeline_request {
    struct cube_cycles_range range;
    struct cube_lanes_choice chosen; /* no items: all lanes */
    size_t columns;    /* resolution: shorter bars than one of this many columns are merged */
    size_t most_lanes; /* the first ones; 0: all */
    size_t most_messages, most_operations; /* those with the longest waits; 0: all */
};

/* An interval in which the innermost visit of a lane was of one region, or several that are too
 * short to be told apart. */
struct cube_timeline_bar {
    uint64_t start, end; /* ns, on the clock of all cycles */
    uint32_t region;     /* row: the region with most of the time */
    uint32_t stretches; /* number of merged intervals; 0: made of bins (window.h), number unknown */
    uint32_t acts;      /* visits that began in it, if it is made of bins */
    uint64_t time[CYCLES_CLASSES]; /* ns by class: adds up to the length */
};

/* A visit that is long enough for its name in the picture, and contains no such visit. */
struct cube_timeline_span {
    uint64_t start, end;
    uint32_t region; /* row */
};

/* A lane of the timeline. */
struct cube_timeline_lane {
    uint32_t lane; /* row */
    char *label;
    size_t first, count; /* bars */
    size_t first_span, span_count;
    uint64_t time[CYCLES_CLASSES]; /* ns by class: adds up to its lifetime in the range; exact */
};

/* A message. Lanes are indices in the timeline. */
struct cube_timeline_message {
    uint32_t from, to;
    uint32_t send, receive;        /* rows of regions */
    uint64_t sent, received;       /* ns: start of the send, end of the receive */
    uint64_t wait_start, wait_end; /* the receiver waited for the sender; equal: it did not */
    uint64_t bytes;                /* ARCHIVE_UNKNOWN: not known */
    int32_t tag;
};

/* One rank's participation in a collective operation. */
struct cube_timeline_part {
    uint32_t lane;
    uint64_t start, end; /* from the call that began it to the call that completed it */
    uint64_t until;      /* the rank waited for others until then; `start`: it did not wait */
};

/* A collective operation. */
struct cube_timeline_operation {
    uint32_t region;     /* row: of the first participant */
    size_t first, count; /* participants, sorted by lane */
    uint64_t given;      /* bytes that all contributed; ARCHIVE_UNKNOWN: not known */
    uint64_t waited;     /* ns from the first arrival to the last */
    uint32_t last;       /* the participant that arrived last */
};

/* The whole timeline. */
struct cube_timeline {
    uint64_t zero, start, end; /* ns: start of the run, and the range shown */
    struct cube_timeline_lane *lanes;
    size_t lane_count, lanes_all;
    struct cube_timeline_bar *bars;
    size_t bar_count, bar_room;
    struct cube_timeline_span *spans;
    size_t span_count, span_room;
    struct cube_timeline_message *messages; /* longest waits first */
    size_t message_count, messages_all;     /* between these lanes in this range */
    size_t elsewhere;                       /* messages in this range from or to other lanes */
    size_t unmatched; /* sends and receives in this range whose other end is unknown */
    struct cube_timeline_operation *operations;
    size_t operation_count, operations_all;
    struct cube_timeline_part *parts;
    char **name; /* of the regions in it, by row: "solve (cg.c:17)" */
    size_t name_count;
    const char *library;   /* set by the caller: that it communicates by; NULL: MPI */
    bool incomplete;       /* some events are missing in the log */
    struct buffer missing; /* which events are missing, in words; or empty */
};

/* Computes a timeline. NULL with an error if there are no events. */
struct cube_timeline *cube_timeline_new(const struct archive *archive,
                                        const struct cube_timeline_request *request,
                                        struct progress *progress, struct error *error);
void cube_timeline_free(struct cube_timeline *timeline);

/* Inside the cube: add the messages and the collective operations; number[row of lanes] is the
 * index in the timeline. */
void cube_timeline_add_messages(struct cube_timeline *timeline, const struct archive *archive,
                                const uint32_t *number, size_t most);
void cube_timeline_add_operations(struct cube_timeline *timeline, const struct archive *archive,
                                  const uint32_t *number, size_t most);

#endif
