/* thread_lists.h: events that involve other threads, as the lanes are read; they are connected when
 * all are known. */
#ifndef ANALYSIS_REPLAY_THREAD_LISTS_H
#define ANALYSIS_REPLAY_THREAD_LISTS_H

#include "analysis/replay/steps.h"
#include "util/pairs.h"

/* A step, and what it has to do with other threads. */
struct replay_link {
    uint32_t place;
    uint32_t lane;       /* row */
    uint32_t key;        /* the activity or object that matters */
    uint32_t region;     /* row */
    uint64_t start, end; /* of the event */
    size_t step;
};

struct replay_links {
    struct replay_link *all;
    size_t count, room;
};

enum replay_use {
    REPLAY_GIVES, /* a lock is released, a condition signalled */
    REPLAY_TAKES, /* a lock is taken */
    REPLAY_WAITS, /* for a condition, or another thing that is not held */
    REPLAY_TURNS, /* `omp ordered`: the order is fixed */
};

/* A use of a lock, condition or semaphore. */
struct replay_object_use {
    uint32_t place, object, lane;
    enum replay_use use;
    uint64_t start, time; /* when the wait began; when it was taken or given */
    size_t step;
};

struct replay_thread_lists {
    struct analysis_replay_steps *to;
    struct replay_links forks;    /* parallel regions; key: the activity that began them */
    struct replay_links workers;  /* beginnings of implicit tasks; key: the same */
    struct replay_links barriers; /* key: the same, or the object */
    struct replay_links tasks;    /* ends of tasks */
    struct replay_links waits;    /* for tasks */
    struct replay_links starts;   /* of threads and tasks; key: their activity */
    struct replay_links joins;    /* key: the activity that is waited for */
    struct pairs spawned, ended;  /* (place, activity) -> step */
    struct replay_object_use *uses;
    size_t use_count, use_room;
    size_t *first; /* by row of lanes: its first step; while connecting */
};

/* Finds what the steps wait for, and sets `needs`, `meets`, `locks`, `unlocks` and `there`.
 * `lanes`: rows of the table. */
void replay_thread_lists_connect(struct replay_thread_lists *lists, size_t lanes);

/* Connects the uses of locks and the like; a part of the above. */
void replay_uses_connect(struct replay_thread_lists *lists);

#endif
