/* create.h: starting threads: the creator and the new thread share a record with the activity
 * number. */
#ifndef MEASURE_THREADS_CREATE_H
#define MEASURE_THREADS_CREATE_H

#include "measure/threads/wait.h"

#include <pthread.h>

/* A thread that is being started, between creator and thread. */
struct create_start {
    union {
        void *(*posix)(void *);
        int (*c11)(void *);
    } routine;
    void *argument;
    uint32_t activity, parent;
    int users; /* creator and thread, as far as they still use this record */
    int told;  /* state of the thread's object: 0 not made, 1 being made, 2 made */
    struct tri_node *act;
};

/* Begins the creation of a thread, before the real call. NULL if it is not recorded, or if there is
 * no room. */
struct create_start *create_begin(const char *name, const void *site);

/* Ends the creation, after the real call; `thread` is valid if `made`. */
void create_end(struct create_start *start, bool made, const pthread_t *thread);

/* Begins the new thread, before anything else runs in it. The record may be reused afterwards. */
void create_enter(struct create_start *start);

/* Returns the object of a thread; NULL if it is unknown. */
struct format_object *create_thread(pthread_t thread);

#endif
