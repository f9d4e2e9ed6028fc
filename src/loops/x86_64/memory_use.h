/* memory_use.h: whether an x86-64 instruction loads or stores its operand in memory. */
#ifndef LOOPS_X86_64_MEMORY_USE_H
#define LOOPS_X86_64_MEMORY_USE_H

#include "loops/x86_64/fields.h"

/* Bits. */
enum x86_64_use { X86_64_UNUSED = 0, X86_64_LOADS = 1, X86_64_STORES = 2, X86_64_BOTH = 3 };

/* Returns how an instruction uses its operand in memory; X86_64_UNUSED without one, and for hints
 * and lea. */
enum x86_64_use x86_64_memory_use(const struct x86_64_fields *fields);

#endif
