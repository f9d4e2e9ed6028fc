/* leave_vfork.h: children that share their parent's memory. */
#ifndef MEASURE_LOOPS_LEAVE_VFORK_H
#define MEASURE_LOOPS_LEAVE_VFORK_H

#include <stdint.h>

/* Returns the real vfork, which is to return to `pc` with that stack pointer. The interposed
 * function, which depends on the machine, must not be on the stack when the real one returns, since
 * that happens twice. */
void *leave_vfork_begin(uint64_t pc, uint64_t stack) __attribute__((visibility("hidden")));

/* In the child: leave_vfork_end() when it leaves the memory to its parent, leave_vfork_undo() if it
 * failed to. */
void leave_vfork_end(void);
void leave_vfork_undo(void);

#endif
