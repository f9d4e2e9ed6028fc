/* memory_bytes.h: the size of the operand in memory of an x86-64 instruction. */
#ifndef LOOPS_X86_64_MEMORY_BYTES_H
#define LOOPS_X86_64_MEMORY_BYTES_H

#include "loops/x86_64/fields.h"

/* Returns the bytes of the operand in memory, which the instruction must have; of one element, if
 * it is broadcast, or if the addresses come from a vector; as if no element were masked. 0: the
 * memory is not accessed (hints, lea), or it is not known how much of it. */
unsigned x86_64_memory_bytes(const struct x86_64_fields *fields);

/* Returns the bytes in which a displacement of one byte is counted with EVEX: those of the
 * operand, but those of one element if elements are compressed or expanded. */
unsigned x86_64_displacement_unit(const struct x86_64_fields *fields);

#endif
