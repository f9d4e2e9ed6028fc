/* registers.h: the registers of the guest whose values are followed from trip to trip, in slots of
 * 8 bytes of Valgrind's guest state. */
#ifndef LOOPS_VALGRIND_REGISTERS_H
#define LOOPS_VALGRIND_REGISTERS_H

#include "loops/valgrind/base.h"

/* Returns the slot of an offset in the guest's state; INSTRUCTIONS_NO_SLOT if it is not a general
 * or a vector register: flags, stack pointer, program counter. */
UShort registers_slot(Int offset);

/* True if a slot holds an argument or a result of calls, which passes from one call to the next
 * without an instruction in between. */
Bool registers_is_passed(UShort slot);

/* Returns the number of a slot's register in DWARF. */
UInt registers_dwarf(UShort slot);

/* Return the offsets of the first and second argument of a call, and of its result. */
Int registers_argument(UInt number);
Int registers_result(void);

#endif
