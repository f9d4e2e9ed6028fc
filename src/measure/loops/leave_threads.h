/* leave_threads.h: lists the threads of this process from /proc. Nothing is allocated, since a
 * signal handler may call it. */
#ifndef MEASURE_LOOPS_LEAVE_THREADS_H
#define MEASURE_LOOPS_LEAVE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

struct leave_threads {
    int file;
    long bytes, at; /* size and position of what was read */
    char read[1024] __attribute__((aligned(8)));
};

/* Begins the list. False if it is not available; otherwise leave_threads_end() must be called. */
bool leave_threads_begin(struct leave_threads *threads);
/* Returns the number of the next thread; 0 at the end. */
long leave_threads_next(struct leave_threads *threads);
void leave_threads_end(struct leave_threads *threads);

struct leave_thread {
    char state;       /* 'R': running; others as in proc(5) */
    uint64_t blocked; /* blocked signals, the first one in the lowest bit; includes those that it
                         waits for */
};

/* Reads the state of a thread. False if it has ended. */
bool leave_thread_look(long thread, struct leave_thread *about);

#endif
