/* profile.h: the layout of a profile; it is the same in memory and on disk. */
#ifndef FORMAT_PROFILE_H
#define FORMAT_PROFILE_H

#include <stdint.h>

/* A profile file is an array of 128-byte records. Record 0 is the header. A thread that starts
 * takes over the file of one that has ended, if there is one, and appends a lane record; so a file
 * holds lanes one after another, and there are as many files as there were threads at the same
 * time:
 *
 *   header | lane | root | node | node | anchor | values ... | sampled | lane | root | node ...
 *
 * A record is complete when its type is set. A node's parent always has a smaller index. An anchor
 * is a node that also counts the light regions inside it (light.h): the records that follow it
 * directly hold its values. Times are ticks of the place's clock (place.h). Fields marked (run)
 * have a meaning only inside the measured program. */

#define FORMAT_PROFILE_MAGIC UINT64_C(0x31464f5250495254) /* "TRIPROF1" */
#define FORMAT_RECORD_SIZE 128

enum format_record {
    FORMAT_NONE = 0, /* allocated but not complete, or never used */
    FORMAT_HEADER = 1,
    FORMAT_LANE = 2,
    FORMAT_NODE = 3,
    FORMAT_ANCHOR = 4, /* a node that is followed by values */
    FORMAT_VALUES = 5,
    FORMAT_SAMPLED = 6,        /* of a node that is timed in only some of its visits */
    FORMAT_REPEATED = 7,       /* values with a repetition behind them */
    FORMAT_SAMPLED_PASSES = 8, /* FORMAT_SAMPLED in gathered data (gathered.h) */
};

struct format_header {
    uint32_t type;
    uint32_t version;
    uint64_t magic;
    uint64_t used;   /* records allocated so far, including this one */
    uint64_t making; /* ticks that creating nodes took: part of the cost of measuring */
    /* Acts that were dropped from the file's event log for lack of room. What the file's lanes did
     * from `dropped_from` to `dropped_to`, in ticks, is not known. */
    uint64_t dropped, dropped_from, dropped_to;
    uint64_t dropped_error; /* errno of the failure that dropped them; 0: the limit was reached */
    /* Acts that were filtered one by one, without regions of which none is logged: from when
     * to when, and the total time of those of I/O, waiting and MPI, in ticks. */
    uint64_t filtered_from, filtered_to, filtered_aside;
    uint64_t logged; /* 1: the file's lanes have an event log */
    uint64_t spare[4];
};

enum format_lane_state {
    FORMAT_LANE_RUNNING = 0,
    FORMAT_LANE_ENDED = 1,
};

/* A thread. The record after it is made together with it: a node of region 0, the root of its
 * tree. */
struct format_lane {
    uint32_t type;
    uint32_t self; /* index of this record */
    uint64_t start;
    uint64_t end;    /* 0 while it runs */
    uint32_t number; /* number of the lane in its place, from 0 */
    uint32_t state;
    uint64_t tid;
    char name[16];
    uint64_t inherited; /* ticks at which a fork copied it from the parent's lane, or 0 */
    uint32_t activity;  /* number of the thread among the place's activities */
    uint32_t parent;    /* number of the activity that started it; FORMAT_NO_ACTIVITY: not known */
    uint32_t flags;     /* enum format_lane_flag, and a communicator: format_lane_communicator() */
    uint32_t runs;      /* number of the activity that it runs now: its own, or a task's */
    uint64_t waits_for; /* id of the object (object.h) that it waits for now; 0: none */
    uint32_t peer; /* world rank of the peer of the last blocking send or receive, plus 1; 0: any,
                      or not known. Only while messages are logged */
    uint32_t tag;  /* its tag, signed; -1: any */
    uint64_t filtered; /* filtered acts, without regions of which none is logged (FORMAT_FILTERED),
                          minus acts of these that a filter sent later logged: may be negative */
    uint64_t cpu;      /* ns plus 1: CPU time of the thread, as far as is known; 0: not known */
    uint64_t cpu_in_mpi; /* ns plus 1: CPU time in calls of MPI, approximately; 0: not known */
    uint64_t
        queued; /* ns plus 1: time ready to run while another thread had the core; 0: not known */
};

#define FORMAT_NO_ACTIVITY UINT32_MAX

enum format_lane_flag {
    FORMAT_LANE_POOL = 1, /* a pool thread: outside all regions it is idle */
    FORMAT_LANE_FLAGS = 255,
};

/* Returns the row (communicator.h) of the communicator of the last blocking send or receive, or
 * collective operation, of a lane; 0: not known. Only while messages are logged. */
static inline uint32_t format_lane_communicator(uint32_t flags)
{
    return flags >> 8;
}

/* Returns the flags of a lane with another communicator. */
static inline uint32_t format_lane_about(uint32_t flags, uint32_t communicator)
{
    uint32_t row = communicator < UINT32_C(1) << 24 ? communicator : 0;
    return (flags & FORMAT_LANE_FLAGS) | row << 8;
}

/* `open` of a node is the start of its open visit; 0: none; 1: a visit that is only counted. */
#define FORMAT_OPEN_UNTIMED 1

struct format_sampled;

/* A node whose region has the bit FORMAT_CROSSING is no visit: it tells where calls cross between
 * functions with probes and functions that are counted in the binary (loops.h). The other bits of
 * its region are, with
 *
 *   no other flag           the record of a context in loops-K: the nodes below this one were
 *                           visited in that context
 *   FORMAT_CROSSING_LOOP    below such a node: the number of the context's loop that contains the
 *                           call, plus 1; FORMAT_CROSSING_NUMBER: none does
 *   FORMAT_CROSSING_BACK    the record of a context that was made while the parent of this node was
 *                           the innermost open visit: it is below that */
#define FORMAT_CROSSING (UINT32_C(1) << 31)
#define FORMAT_CROSSING_BACK (UINT32_C(1) << 30)
#define FORMAT_CROSSING_LOOP (UINT32_C(1) << 29)
#define FORMAT_CROSSING_NUMBER (FORMAT_CROSSING_LOOP - 1)

/* True for the region of such a node. UINT32_MAX is that of nodes that stand for none (run). */
static inline int format_is_crossing(uint32_t region)
{
    return region >= FORMAT_CROSSING && region != UINT32_MAX;
}

/* One region on one call path of one lane. A plain visit touches only the first 64 bytes. */
struct format_node {
    uint32_t type;
    uint32_t region;                /* row of the region table */
    struct format_sampled *sampled; /* (run) its record of sampled visits, or NULL */
    struct format_node *recent;     /* (run) the child entered last */
    uint64_t open;
    uint64_t count;    /* visits, including the open one */
    uint64_t time;     /* ticks of all ended and timed visits */
    uint64_t min, max; /* ticks of an ended visit; min starts at UINT64_MAX */
    /* second half */
    struct format_node *next; /* (run) the sibling entered after this one */
    uint32_t self, parent;    /* indices of this record and of the parent's */
    uint64_t trips;
    uint64_t trips_min, trips_max;
    uint64_t bytes;
    uint32_t aborted; /* visits that were ended from outside: longjmp, thread end, exit */
    uint32_t told;    /* (run) the part of `time` that was added to the region, in 1024 ticks: for
                         throttling */
    struct format_node *up; /* (run) parent */
};

/* A node whose region has many short visits: since this was noticed, only some of them are timed.
 * The others are taken to be as long as these, apart from what follows from their passes: those of
 * a visit are its own trips, and all that the sums of an anchor count in it. */
#define FORMAT_RARE 64
struct format_sampled {
    uint32_t type;
    uint32_t node;       /* index of its record */
    uint64_t untimed;    /* visits that were only counted */
    uint64_t visits;     /* timed visits since then that have ended, without the rare ones */
    uint64_t ticks;      /* their time, which is part of the node's */
    uint64_t rare;       /* timed visits that took FORMAT_RARE times as long as the mean, and as
                            their passes explain */
    uint64_t rare_ticks; /* their time, which is part of the node's, too */
    /* The passes of timed visits; if `timed` is not the number of all of them, they are not known
     * separately. */
    uint64_t timed, timed_passes;
    uint64_t before; /* (run) passes of the node when its open, timed visit began */
    uint64_t inside; /* (run) 1: loops inside are timed in that visit, and count their passes */
    /* Sums over those of `visits` for which `inside` was 0: number, ticks, passes, squares of
     * passes, products of ticks and passes. */
    uint64_t fit_visits, fit_ticks, fit_passes;
    double fit_squares, fit_products;
    uint64_t spare;
};

/* The values of an anchor: first the sums, then a pair of least and most per range. They continue
 * in as many whole records as they need, which have no header. */
struct format_values {
    uint32_t type; /* FORMAT_VALUES or FORMAT_REPEATED */
    uint32_t node; /* index of the anchor's record, which is the one before this */
    uint16_t sums, ranges;
    uint32_t lost; /* visits of the anchor whose values are not known: they were ended from outside,
                      or begun before a fork */
    uint64_t value[];
};

enum {
    FORMAT_VALUES_FIRST = 14,  /* values in the first record */
    FORMAT_VALUES_MORE = 16,   /* in each other one */
    FORMAT_VALUES_MOST = 1000, /* limit per anchor */
};

/* Visits of an anchor whose values are all the same: so that such a visit need not add them, it is
 * only counted here. Behind the values of type FORMAT_REPEATED. The sums of these visits are not
 * among the values; their ranges are. */
struct format_repetition {
    uint64_t visits; /* the other fields do not change any more when it is not 0 */
    uint64_t key[2]; /* (run) what the values of a visit follow from */
    uint64_t sum[];  /* the sums of each visit */
};

/* Return the number of values of an anchor, and the number of records that they take. */
static inline uint32_t format_values_count(uint32_t sums, uint32_t ranges)
{
    return sums + 2 * ranges;
}

static inline uint32_t format_values_records(uint32_t count)
{
    uint32_t more = count > FORMAT_VALUES_FIRST ? count - FORMAT_VALUES_FIRST : 0;
    return 1 + (more + FORMAT_VALUES_MORE - 1) / FORMAT_VALUES_MORE;
}

/* Returns the number of values together with the numbers of the repetition behind them, if there is
 * one. */
static inline uint32_t format_values_numbers(uint32_t type, uint32_t sums, uint32_t ranges)
{
    uint32_t repetition = 3 + sums;
    return format_values_count(sums, ranges) + (type == FORMAT_REPEATED ? repetition : 0);
}

static inline const struct format_repetition *
format_values_repetition(const struct format_values *values)
{
    return (const struct format_repetition *)(values->value +
                                              format_values_count(values->sums, values->ranges));
}

_Static_assert(sizeof(struct format_repetition) == 3 * sizeof(uint64_t), "repetition");
_Static_assert(sizeof(struct format_header) == FORMAT_RECORD_SIZE, "header");
_Static_assert(sizeof(struct format_lane) == FORMAT_RECORD_SIZE, "lane");
_Static_assert(sizeof(struct format_node) == FORMAT_RECORD_SIZE, "node");
_Static_assert(sizeof(struct format_sampled) == FORMAT_RECORD_SIZE, "sampled");
_Static_assert(sizeof(struct format_values) + FORMAT_VALUES_FIRST * sizeof(uint64_t) ==
                   FORMAT_RECORD_SIZE,
               "values");

#endif
