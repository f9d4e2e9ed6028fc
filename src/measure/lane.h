/* lane.h: a lane is a measured thread: its profile, its event log and its open visits.
 *
 *  struct measure_lane                 files of the place, mapped and shared with readers
 *  +-----------------+
 *  | store           |-------> profile-K  | header | lane | root | node | anchor | values | node |
 *  | header, record, |                    (records of 128 bytes, which never move)
 *  | root            |-------> three of these records
 *  | table           |         nodes by (parent, region)
 *  | log             |-------> events-K   | header | slots: the newest pieces | older pieces |
 *  | callers         |         stack words by call site (callers.h)
 *  +-----------------+
 *
 *  The open visits of a thread are the path from lane_current to the root; there is no other stack:
 *
 *      root <--up-- main <--up-- solve <--up-- loop  = lane_current, the innermost open visit
 *           recent->     recent->  |   recent->        (the child entered last: tried first)
 *                                  | next
 *                                  v
 *                                output                (the sibling that was entered after it)
 *
 *  `open` of a node is the start of its open visit in ticks, FORMAT_OPEN_UNTIMED if the visit is
 *  only counted, 0 if there is none. log_next points to the place of the thread's next event.
 *
 *  Shared with readers, and still there after the process was killed: place (the page), regions,
 *  strings, lights, objects, and profile-K and events-K of each lane; format/ describes them.
 *  Lanes, tables and lists of callers are private memory. Pointers in records, marked (run) in
 *  format/profile.h, mean nothing to readers. A thread that starts takes over the lane of one that
 *  has ended, so there are as many files as there were threads at the same time. */
#ifndef MEASURE_LANE_H
#define MEASURE_LANE_H

#include "format/profile.h"
#include "measure/filter_history.h"
#include "measure/log.h"
#include "measure/store.h"

#include <stdbool.h>
#include <stddef.h>

/* A lane; made for the first thread that needs it, then reused. */
struct measure_lane {
    struct format_node **table; /* hash table of all nodes by (parent, region): node.c */
    size_t table_size, table_used;
    struct measure_lane *next_free, *next; /* next: list of all lanes ever made, in use or free */
    struct measure_store store;            /* the file profile-K */
    struct measure_log log;                /* the file events-K */
    struct filter_history filters;
    const struct format_node *counting; /* the node whose filtered act is being counted, or NULL */
    int64_t counted_inside; /* filtered acts of signal handlers that interrupted the counting */
    struct format_header *header;
    struct format_lane *record;
    struct format_node *root;
    struct outgrown {
        struct format_node **table;
        size_t size;
    } outgrown[48]; /* earlier tables: an interrupted search may still read them; freed with the
                       lane */
    int outgrown_count;
    int ending;    /* thread-exit handler rounds so far */
    void *callers; /* table of callers, see callers.h; NULL: none yet */
    size_t callers_size;
    void *stacks;    /* tree of sampled call paths, see stacks/tree.h; NULL: none */
    void *nested[2]; /* memory of vocabulary/nested.h; NULL: none */
};

#define LANE_TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

/* The node of this thread's innermost open visit. It is &measure_lane_nowhere before the first
 * probe of the thread, and where nothing is measured. */
extern LANE_TLS struct format_node *measure_lane_current;
extern LANE_TLS struct measure_lane *measure_lane_own;

extern struct format_node measure_lane_nowhere; /* its own child; belongs to no region */
extern struct format_node measure_lane_nobody;  /* stands for a missing child or sibling */

/* The activity that started this thread, for its lane; to be set before measure_lane_start(). */
extern LANE_TLS uint32_t measure_lane_parent;

/* The thread's own activity number if it was assigned earlier; otherwise measure_lane_start() takes
 * the next one. */
extern LANE_TLS uint32_t measure_lane_activity;

/* Gives this thread a lane. False if measuring is off or has stopped, and if the thread's lane has
 * ended already. */
bool measure_lane_start(void);

/* Sets one more function that is called in each thread when its lane has started, without the
 * guard. */
void measure_lane_at_start(void (*also)(void));

/* Makes the lane of this thread run another activity; returns the one that it ran before. */
static inline uint32_t measure_lane_switch(uint32_t activity)
{
    uint32_t before = measure_lane_own->record->runs;
    measure_lane_own->record->runs = activity;
    return before;
}

/* Ends the lane when the thread ends, or when the thread ends the program: closes all its open
 * visits from outside. */
void measure_lane_finish(void);

/* At the end of the process: stores the resources that the other threads used. */
void measure_lane_tell_others(void);
/* Stores the resources that all threads have used, when measuring ends and they cannot be read
 * later. */
void measure_lane_tell_all(void);

/* In a forked child: keeps only this thread's lane and its open visits, in files of the child's
 * own. False with errno. */
bool measure_lane_fork(void);

/* Empties the lane's table of callers. */
void measure_lane_clear_callers(struct measure_lane *lane);

/* Returns the first lane ever made; `next` leads to the others. The guard must be held. */
const struct measure_lane *measure_lane_first(void);

/* Prepares for lanes; to be called once, when measuring starts. */
void measure_lane_prepare(void);

#endif
