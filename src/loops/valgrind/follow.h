/* follow.h: follows each thread from block to block, with a stack of its open calls, and counts the
 * edges in between.
 *
 *    plans.h    struct plans_plan       the plan file of a binary: functions, blocks, edges
 *    modules.h  struct modules_block    block at an address, with its edges
 *    follow.c   struct frame            an open call: its context, its last block, stack pointer
 *    tree.h     struct tree_context     a call path, with a counter for each edge
 *    files.h, place.h                   write the contexts when the process ends
 *
 * Valgrind calls follow_block() at each beginning of a block. The edge from the frame's last block
 * to the new one is counted in the frame's context. */
#ifndef LOOPS_VALGRIND_FOLLOW_H
#define LOOPS_VALGRIND_FOLLOW_H

#include "loops/valgrind/tree.h"

/* Follows the thread into a block, with this stack pointer. `blocks`: the `count` blocks at its
 * address, see modules_at(). */
void follow_block(struct modules_block *const *blocks, UWord count, Addr stack);

/* Follows the return of a function, counted or not. To be called only if the stack pointer after
 * the return is at least follow_limit. */
void follow_return(Addr stack);
/* Follows a jump through a register, in the same way: that of longjmp ends the calls below its
 * target, also if that is not counted. */
void follow_jump(Addr stack);
extern Addr follow_limit;

/* Note that another thread runs now, that a thread has ended, that a signal handler begins, and
 * that it has ended. */
void follow_switch(ThreadId thread);
void follow_thread_end(ThreadId thread);
void follow_signal(ThreadId thread, UInt signal);
void follow_signal_end(ThreadId thread);

/* Adds `count` to the lost calls of all open calls: 1 before the program may be replaced by another
 * one (exec), -1 if it was not. */
void follow_lose_open(Long count);

/* Ends all open calls of all threads. */
void follow_end_all(void);

/* In a forked child: keeps only this thread, with its open calls. */
void follow_fork(ThreadId thread);

/* An open call of the current thread. */
struct follow_frame {
    const struct modules_block *block; /* the last block that began; NULL: a signal */
    Addr entry, stack; /* stack pointer when the function was entered, and when the block began */
};

/* Return the number of open calls of the current thread, and one of them, the innermost last. False
 * if there is none with this number. */
UInt follow_depth(void);
Bool follow_frame(UInt number, struct follow_frame *frame);

/* Functions that learn what else happens in watched functions: the thread goes from a node (0: from
 * outside) to another one, in its open call number `frame`; only `count` open calls are left;
 * another thread runs; a signal handler begins or ends. */
struct follow_watcher {
    void (*block)(UInt frame, const struct modules_function *function, UInt from, UInt to,
                  Addr stack);
    void (*left)(UInt count);
    void (*switched)(ThreadId thread);
    void (*signal)(ThreadId thread, Bool begins);
};
extern const struct follow_watcher *follow_watcher; /* NULL: no function is watched */

/* A lane, as the place's profile records it. */
struct follow_lane {
    UInt number;
    ULong tid;
    ULong start, end; /* ns, CLOCK_MONOTONIC; end 0: it is running */
};
/* Returns all lanes and their count. */
const struct follow_lane *follow_lanes(UInt *count);

/* Returns how often a block was entered that no known edge leads to. */
ULong follow_odd(void);

/* Returns the time in ns, CLOCK_MONOTONIC. */
ULong follow_now(void);

#endif
