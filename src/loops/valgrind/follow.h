/* follow.h: where each thread is: its calls that are open, by the stack pointer, and what happens
 * between blocks. */
#ifndef LOOPS_VALGRIND_FOLLOW_H
#define LOOPS_VALGRIND_FOLLOW_H

#include "loops/valgrind/tree.h"

/* A block begins. */
void follow_block(struct modules_block *const *blocks, UWord count, Addr stack);

/* A function returns, measured or not: called if the stack pointer behind the return is not below
 * follow_limit. */
void follow_return(Addr stack);
extern Addr follow_limit;

void follow_switch(ThreadId thread);
void follow_thread_end(ThreadId thread);
void follow_signal(ThreadId thread, UInt signal);
void follow_signal_end(ThreadId thread);

/* Calls that are open are lost that often: once if the program is replaced by another one, and once
 * less if it was not. */
void follow_lose_open(Long count);

/* All calls that are open are ended. */
void follow_end_all(void);

/* In a forked child: this thread alone goes on, with its open calls. */
void follow_fork(ThreadId thread);

/* What the place knows of a thread. */
struct follow_lane {
    UInt number;
    ULong tid;
    ULong start, end; /* ns, CLOCK_MONOTONIC; end 0: it goes on */
};
const struct follow_lane *follow_lanes(UInt *count);

/* How often code was entered where no way leads to, by what is known. */
ULong follow_odd(void);

ULong follow_now(void);

#endif
