/* current.h: what the calling thread runs. */
#ifndef PLACES_CURRENT_H
#define PLACES_CURRENT_H

#include "places/activity.h"
#include "places/deque.h"

/* What a worker counts: the directives that it came to. */
enum { COUNT_ASYNC, COUNT_AT, COUNT_FINISH, COUNT_ATOMIC, COUNTS };

/* A thread that runs activities. */
struct worker {
    struct deque deque;
    unsigned index;        /* among the workers */
    unsigned random;       /* state of its choice of victims */
    unsigned depth;        /* of waits below the activity that it runs */
    unsigned atomic;       /* of nested atomic blocks */
    unsigned looks;        /* for something to run */
    bool searches;         /* it is counted as one that looks for something to run */
    bool was_idle;         /* it has waited for something to run */
    bool is_extra;         /* its thread is for one activity, which has clocks */
    bool has_hand;         /* it receives messages to find something to run: */
    struct activity *hand; /* the first activity that has come */
    struct activity *activity;
    long next_number, last_number; /* of activities, taken in advance */
    struct tri_node *wait;         /* of a `when`, if it is recorded */
    long counts[COUNTS];           /* those of the thread alone, until it has ended */
};

/* NULL in threads that the run time did not start. */
struct worker *current_worker(void);
void current_set_worker(struct worker *worker);

/* NULL if it runs none. */
struct activity *current_activity(void);

#endif
