/* leave_vfork.h: children that share their parent's memory. */
#ifndef MEASURE_LOOPS_LEAVE_VFORK_H
#define MEASURE_LOOPS_LEAVE_VFORK_H

#include <stdint.h>

/* Before vfork, which is to return to `pc` with that stack pointer: the real one. The stand-in, the
 * machine's part, must not be on the stack when that returns: it does so twice. */
void *leave_vfork_begin(uint64_t pc, uint64_t stack) __attribute__((visibility("hidden")));

/* In the child: it leaves the memory to its parent; it has failed to. */
void leave_vfork_end(void);
void leave_vfork_undo(void);

#endif
