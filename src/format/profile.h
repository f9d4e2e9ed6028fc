/* profile.h: the layout of a lane's profile, in memory and on disk: they are the same bytes. */
#ifndef FORMAT_PROFILE_H
#define FORMAT_PROFILE_H

#include <stdint.h>

/* A profile file is an array of 128-byte records. Record 0 is the header. A thread that starts
 * takes the file of one that has ended, if there is one, and appends a lane record; so a file holds
 * lanes one after another, and there are as many files as there were threads at the same time.
 *
 * A record is complete when its type is set. A node's parent always has a smaller index than the
 * node. An anchor is a node that counts the light regions inside it, too (light.h): the records
 * that follow it directly hold its values. Times are ticks of the place's clock (place.h). The
 * fields marked (run) have a meaning only inside the measured program. */

#define FORMAT_PROFILE_MAGIC UINT64_C(0x31464f5250495254) /* "TRIPROF1" */
#define FORMAT_RECORD_SIZE 128

enum format_record {
    FORMAT_NONE = 0, /* allocated but not complete, or never used */
    FORMAT_HEADER = 1,
    FORMAT_LANE = 2,
    FORMAT_NODE = 3,
    FORMAT_ANCHOR = 4, /* a node with values behind it */
    FORMAT_VALUES = 5,
    FORMAT_SAMPLED = 6, /* of a node that is timed in some of its visits only */
};

struct format_header {
    uint32_t type;
    uint32_t version;
    uint64_t magic;
    uint64_t used;   /* records allocated so far, this one included */
    uint64_t making; /* ticks that went into making nodes: part of what measuring costs */
    /* Of the file's event log: acts that were dropped because there was no room. Nothing is known
     * of what the file's lanes did from `dropped_from` to `dropped_to`, in ticks. */
    uint64_t dropped, dropped_from, dropped_to;
    uint64_t dropped_error; /* errno of what made it so; 0: the limit */
    /* Acts that the filter left out one by one, those of regions excepted of which none is logged:
     * from when to when, and how long those of I/O, of waiting and of MPI took together, in ticks.
     */
    uint64_t filtered_from, filtered_to, filtered_aside;
    uint64_t logged; /* 1: there is a log of events of the file's lanes */
    uint64_t spare[4];
};

enum format_lane_state {
    FORMAT_LANE_RUNNING = 0,
    FORMAT_LANE_ENDED = 1,
};

/* A thread. The record after it is made together with it: a node of region 0, the root of its tree.
 */
struct format_lane {
    uint32_t type;
    uint32_t self; /* index of this record */
    uint64_t start;
    uint64_t end;    /* 0 while it runs */
    uint32_t number; /* of the lane in its place, from 0 */
    uint32_t state;
    uint64_t tid;
    char name[16];
    uint64_t inherited; /* ticks: when a fork copied it from the parent's lane, or 0 */
    uint32_t activity;  /* number of the thread among the place's activities */
    uint32_t parent;    /* number of the activity that started it; FORMAT_NO_ACTIVITY: not known */
    uint32_t flags;     /* enum format_lane_flag */
    uint32_t runs;      /* number of the activity that it runs now: its own, or a task's */
    uint64_t waits_for; /* what it waits for now: the id of an object (object.h); 0: nothing */
    uint32_t peer; /* of the last blocking send or receive: the other's world rank plus 1; 0: any,
                      or not known. Only while messages are logged */
    uint32_t tag;  /* of the same, signed; -1: any */
    uint64_t filtered; /* acts that the filter left out, those of regions not counted of which none
                          is logged (FORMAT_FILTERED) */
    uint64_t cpu;      /* ns plus 1: CPU time of the thread, as far as is known; 0: not known */
    uint64_t cpu_in_mpi; /* ns plus 1: of this, in calls of MPI, about; 0: not known */
    uint64_t queued; /* ns plus 1: ready to run, but another thread had the core; 0: not known */
};

#define FORMAT_NO_ACTIVITY UINT32_MAX

enum format_lane_flag {
    FORMAT_LANE_POOL = 1, /* of a pool: what is outside of all regions is idle */
};

/* Open: the start of the visit that goes on. 0: none; 1: a visit that is only counted. */
#define FORMAT_OPEN_UNTIMED 1

struct format_sampled;

/* One region on one call path of one lane. The first 64 bytes are all that a plain visit touches.
 */
struct format_node {
    uint32_t type;
    uint32_t region;                /* row of the region table */
    struct format_sampled *sampled; /* (run) its record of that type, or NULL */
    struct format_node *recent;     /* (run) the child entered last */
    uint64_t open;
    uint64_t count;    /* visits, the open one included */
    uint64_t time;     /* ticks of all ended and timed visits */
    uint64_t min, max; /* ticks of an ended visit; min starts at UINT64_MAX */
    /* second half */
    struct format_node *next; /* (run) the sibling that was entered after this one */
    uint32_t self, parent;    /* indices of this record and of the parent's */
    uint64_t trips;
    uint64_t trips_min, trips_max;
    uint64_t bytes;
    uint32_t left; /* visits that were ended from outside: longjmp, thread end, exit */
    uint32_t told; /* (run) the part of time that the region knows of, in 1024 ticks: throttling */
    struct format_node *up; /* (run) parent */
};

/* A node whose region has many short visits: since that is known, only some of them are timed.
 * The others took as long as these, as far as is known. */
#define FORMAT_RARE 64
struct format_sampled {
    uint32_t type;
    uint32_t node;    /* index of its record */
    uint64_t untimed; /* visits that were only counted */
    uint64_t visits;  /* visits that were timed since then and have ended, the rare ones excepted */
    uint64_t ticks;   /* their time, which is part of the node's */
    uint64_t rare;    /* visits that were timed and took FORMAT_RARE times as long as the mean */
    uint64_t rare_ticks; /* their time, which is part of the node's, too */
    uint64_t spare[10];
};

/* The values of an anchor: first the sums, then a pair of least and most for each range. They
 * continue in as many whole records as they need, which have no header. */
struct format_values {
    uint32_t type;
    uint32_t node; /* index of the anchor's record, the one before this */
    uint16_t sums, ranges;
    uint32_t lost; /* visits of the anchor whose values are not known: ended from outside, or begun
                      before a fork */
    uint64_t value[];
};

enum {
    FORMAT_VALUES_FIRST = 14,  /* values in the first record */
    FORMAT_VALUES_MORE = 16,   /* in each other one */
    FORMAT_VALUES_MOST = 1000, /* of an anchor */
};

/* The number of values of an anchor, and of records that they take. */
static inline uint32_t format_values_count(uint32_t sums, uint32_t ranges)
{
    return sums + 2 * ranges;
}

static inline uint32_t format_values_records(uint32_t count)
{
    uint32_t more = count > FORMAT_VALUES_FIRST ? count - FORMAT_VALUES_FIRST : 0;
    return 1 + (more + FORMAT_VALUES_MORE - 1) / FORMAT_VALUES_MORE;
}

_Static_assert(sizeof(struct format_header) == FORMAT_RECORD_SIZE, "header");
_Static_assert(sizeof(struct format_lane) == FORMAT_RECORD_SIZE, "lane");
_Static_assert(sizeof(struct format_node) == FORMAT_RECORD_SIZE, "node");
_Static_assert(sizeof(struct format_sampled) == FORMAT_RECORD_SIZE, "sampled");
_Static_assert(sizeof(struct format_values) + FORMAT_VALUES_FIRST * sizeof(uint64_t) ==
                   FORMAT_RECORD_SIZE,
               "values");

#endif
