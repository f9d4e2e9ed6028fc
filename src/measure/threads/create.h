/* create.h: threads: the one who makes them, and they themselves, agree on their number. */
#ifndef MEASURE_THREADS_CREATE_H
#define MEASURE_THREADS_CREATE_H

#include "measure/threads/wait.h"

#include <pthread.h>

/* A thread on its way: between the two. */
struct create_start {
    union {
        void *(*posix)(void *);
        int (*c11)(void *);
    } routine;
    void *argument;
    uint32_t activity, parent;
    int users; /* of this record: its maker and itself */
    int told;  /* what is known of the thread was written: 0 no, 1 it is being written, 2 yes */
    struct tri_node *act;
};

/* Before the real call. NULL: nobody listens, or there is no room for it. */
struct create_start *create_begin(const char *name, const void *site);

/* After it: `thread` is the thread, if it was made. */
void create_end(struct create_start *start, bool made, const pthread_t *thread);

/* In the new thread, before all else; afterwards the record may be somebody else's. */
void create_enter(struct create_start *start);

/* A thread that can be waited for; NULL: it is not known. */
struct format_object *create_thread(pthread_t thread);

#endif
