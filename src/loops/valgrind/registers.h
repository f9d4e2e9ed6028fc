/* registers.h: the registers of the guest whose values are followed from trip to trip, in slots of
 * 8 bytes of Valgrind's guest state. */
#ifndef LOOPS_VALGRIND_REGISTERS_H
#define LOOPS_VALGRIND_REGISTERS_H

#include "loops/valgrind/base.h"

/* Returns the slot of an offset in the guest's state; INSTRUCTIONS_NO_SLOT if it is not a general
 * or a vector register: flags, stack pointer, program counter. */
UShort registers_slot(Int offset);

/* True if a slot holds a result of calls. */
Bool registers_is_result(UShort slot);

/* True if it also holds an argument, so that a result passes from one call to the next without an
 * instruction in between. On x86-64, those of integers do not: functions push them, without a need
 * for their values, to align the stack. */
Bool registers_is_passed(UShort slot);

/* The largest register whose values are followed through called functions. Larger ones are mostly
 * those of functions that copy memory, or save registers. */
#if defined(VGA_amd64)
enum { REGISTERS_PASSED_SIZE = 16 }; /* a number in a vector register is copied with all of it */
#else
enum { REGISTERS_PASSED_SIZE = 8 };
#endif

/* Returns the number of a slot's register in DWARF. */
UInt registers_dwarf(UShort slot);

/* Return the offsets of the first and second argument of a call, and of its result. */
Int registers_argument(UInt number);
Int registers_result(void);

#endif
