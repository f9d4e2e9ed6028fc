/* idle_registers.h: finds the functions after whose return nobody needs the machine's idle
 * registers. */
#ifndef LOOPS_PLAN_IDLE_REGISTERS_H
#define LOOPS_PLAN_IDLE_REGISTERS_H

#include "loops/plan/rewrite.h"

/* Removes the idle registers (architecture.h) from the live ones of all functions, as far as only
 * their callers might need them, and none does; adds them where a caller does. */
void idle_registers_find(const struct loops_binary *binary, struct loops_rewritten *functions);

/* Returns those of them that the code at an address needs when it is called or jumped to. */
uint32_t loops_idle_registers_taken(const struct loops_binary *binary,
                                    const struct loops_rewritten *functions, uint64_t address);

#endif
