/* leave.h: functions that are left without a return: by exceptions, longjmp, exit, the end of a
 * thread. Their open calls are counted as lost. */
#ifndef MEASURE_LOOPS_LEAVE_H
#define MEASURE_LOOPS_LEAVE_H

#include "measure/loops/contexts.h"

/* Begins this thread, whose root was made. */
void leave_begin_thread(struct format_context *own);

/* True if this thread has begun: it is counted. */
bool leave_has_begun(void);

/* leave_close() counts all open calls of this thread as lost; false if it is not counted.
 * leave_reopen() reverts that. */
bool leave_close(void);
void leave_reopen(void);

/* Notes that an exception is thrown, or continues, in a function that returns to `from`. It is
 * known which calls it leaves when it lands. */
void leave_throw(uint64_t from);
/* Notes that the exception was caught in a function that returns to `from`. */
void leave_catch(uint64_t from);
/* Returns the context of the measured function that an exception lands in, at the node `pad` (0: it
 * continues after a call instead); NULL if it is unknown. */
struct format_context *leave_land(uint32_t function, uint32_t pad, uint64_t stack);

/* Returns the context of that function if it continues although the thread leaves all its calls, as
 * a cleanup handler does; otherwise NULL. */
struct format_context *leave_land_at_end(uint32_t function, uint64_t stack);
/* Notes that the unwinding of an ending thread continues at `pc`, after the call of setjmp in a
 * cleanup handler of C. */
void leave_land_again(uint64_t pc, uint64_t stack);

/* Notes that the thread leaves all its calls. Before it ends, it may run through landing pads. */
void leave_exit_thread(uint64_t from);
/* Notes that the thread does not end after all: it caught the cancellation. */
void leave_stay(void);
/* Notes that the thread ends. `unseen`: it may have left calls that were not reported. */
void leave_end_thread(bool unseen);

/* Notes that the thread continues at `pc` with that stack pointer, after a call that returns a
 * second time: counts the calls that it leaves as lost. A count of -1 takes this back from the
 * counts, and changes nothing else. */
void leave_jump(uint64_t pc, uint64_t stack, int64_t count);

/* Changes the number of other stacks of this thread that have open calls. */
void leave_stacks(int more);

/* Shared by these files: leave_lose() counts a call as lost, and ends the visits of loops in its
 * context whose stack pointers are below `stack`, with which the program continues; leave_call()
 * does the same once, for a call that is left now, and clears its note;
 * leave_handlers() restores the contexts of handlers that are left, up to `within`;
 * leave_stays_within() returns the innermost signal whose handler is not left when the thread
 * continues with that stack pointer; leave_is_counting() is true if this thread counts. */
struct leave_frame;
struct leave_signal;
void leave_lose(const struct leave_frame *frame, int64_t count, uint64_t stack);
void leave_call(const struct leave_frame *frame, uint64_t stack);
void leave_handlers(const struct leave_signal *within);
const struct leave_signal *leave_stays_within(uint64_t stack);
bool leave_is_counting(void);

/* Notes that something was left that could not be followed: the counts of this thread are not
 * exact. */
void leave_lose_track(void);

/* In a forked child, leave_fork() with the guard held, then leave_forked() without it: all open
 * calls were made in the parent. */
bool leave_fork(void);
void leave_forked(void);

#endif
