/* lane.h: a thread that is measured: its profile file and where it stands in its tree. */
#ifndef MEASURE_LANE_H
#define MEASURE_LANE_H

#include "format/profile.h"
#include "measure/log.h"
#include "measure/store.h"

#include <stdbool.h>
#include <stddef.h>

struct lane {
    struct format_node **table; /* of all nodes by (parent, region): node.c */
    size_t table_size, table_used;
    struct lane *next_free, *next; /* next: of all that were made, for whatever thread */
    struct store store;            /* profile-K */
    struct log log;                /* events-K */
    struct format_header *header;
    struct format_lane *record;
    struct format_node *root;
    struct outgrown {
        struct format_node **table;
        size_t size;
    } outgrown[48]; /* tables that an interrupted search may still be in; freed with the lane */
    int outgrown_count;
    int ending;    /* rounds of thread-exit handlers seen */
    void *callers; /* see callers.h; NULL: none yet */
};

#define LANE_TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

/* The node this thread is in. Before its first probe, and where nothing is measured: &lane_nowhere.
 */
extern LANE_TLS struct format_node *lane_current;
extern LANE_TLS struct lane *lane_own;

extern struct format_node lane_nowhere; /* is its own child, and of no region */
extern struct format_node lane_nobody;  /* stands where a node has no child or sibling yet */

/* Who starts this thread, for its lane: the number of an activity. Before lane_start(). */
extern LANE_TLS uint32_t lane_parent;

/* Its own number, if that was given before; else it gets the next one. */
extern LANE_TLS uint32_t lane_activity;

/* A lane for this thread. False when measuring is off or has stopped, and where its lane has ended
 * with it. */
bool lane_start(void);

/* The thread ends, or the program by it: all its open visits end, as from outside, and the lane
 * with them. */
void lane_finish(void);

/* The process ends, and with it all threads: tells what the others used. */
void lane_tell_others(void);
/* Measuring ends, and nothing can be asked later: tells what all have used. */
void lane_tell_all(void);

/* In a forked child: keeps this thread's lane and its open visits alone, in a file of the child's
 * own. */
bool lane_fork(void);

/* The first of all lanes that were made; `next` leads to the others. With the guard held. */
const struct lane *lane_first(void);

/* Once, when measuring starts. */
void lane_prepare(void);

#endif
