/* leave.h: functions that are left without a return, and what is known of their calls then. */
#ifndef MEASURE_LOOPS_LEAVE_H
#define MEASURE_LOOPS_LEAVE_H

#include "measure/loops/contexts.h"

/* Before the program runs. */
void leave_begin(void);

/* The root of this thread was made. */
void leave_begin_thread(struct format_context *own);

/* All calls that are open in this thread do not come back; or do they? False: it is not counted. */
bool leave_close(void);
void leave_reopen(void);

/* An exception is thrown, or goes on: by what returns to `from`. What it leaves is seen when it
 * lands. */
void leave_throw(uint64_t from);
/* It was caught by what returns to there. */
void leave_catch(uint64_t from);
/* It lands in a measured function: the context of that. NULL: it is not known. */
struct format_context *leave_land(uint32_t function, uint64_t stack);

/* The same of a function that goes on where it did not expect to, when the thread is about to end.
 */
struct format_context *leave_land_at_end(uint32_t function, uint64_t stack);
/* It has landed behind a call of setjmp. */
void leave_land_again(uint64_t pc, uint64_t stack);

/* The thread leaves all its calls, but may run through some landing pads before it ends. */
void leave_exit_thread(uint64_t from);
/* It does not after all. */
void leave_stay(void);
/* It ends. `unseen`: it may have left calls that were not told of. */
void leave_end_thread(bool unseen);

/* Goes on behind a call that returns once more, with that stack pointer; or does not after all,
 * which is told with -1, everything being as it was. */
void leave_jump(uint64_t pc, uint64_t stack, int64_t count);
/* Where longjmp goes; false: nobody knows. The machine's part. */
bool leave_target(const void *buffer, uint64_t *pc, uint64_t *stack);

/* So many more stacks of this thread have calls that are open, but for the one that it is on. */
void leave_stacks(int more);

/* Of all these: a call does not come back; what was current in handlers is over with them, but for
 * the one that it stays within; whether this thread counts. */
struct leave_frame;
struct leave_signal;
void leave_lose(const struct leave_frame *frame, int64_t count);
void leave_handlers(const struct leave_signal *within);
bool leave_is_counting(void);

/* Something was left that nobody could follow: counts of this thread are not exact. */
void leave_lose_track(void);

/* In a forked child, with the guard held, and then without it: all that is open there was called in
 * the parent. */
bool leave_fork(void);
void leave_forked(void);

#endif
