/* leave_threads.h: the threads of this process, as the kernel lists them. A signal handler may ask:
 * nothing is allocated. */
#ifndef MEASURE_LOOPS_LEAVE_THREADS_H
#define MEASURE_LOOPS_LEAVE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

struct leave_threads {
    int file;
    long bytes, at; /* of what was read */
    char read[1024] __attribute__((aligned(8)));
};

/* False: they are not to be had; else leave_threads_end() is to be called. */
bool leave_threads_begin(struct leave_threads *threads);
/* The next one's number; 0: there are no more. */
long leave_threads_next(struct leave_threads *threads);
void leave_threads_end(struct leave_threads *threads);

struct leave_thread {
    char state;       /* 'R': it runs; others as in proc(5) */
    uint64_t blocked; /* signals, the first one in the lowest bit; those that it waits for, too */
};

/* False: it is not there any more. */
bool leave_thread_look(long thread, struct leave_thread *about);

#endif
