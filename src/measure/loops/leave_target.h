/* leave_target.h: finds where longjmp continues. */
#ifndef MEASURE_LOOPS_LEAVE_TARGET_H
#define MEASURE_LOOPS_LEAVE_TARGET_H

#include <stdbool.h>
#include <stdint.h>

/* Finds the target of longjmp; false if it is unknown. Depends on the machine. */
bool measure_leave_target(const void *buffer, uint64_t *pc, uint64_t *stack);

#endif
