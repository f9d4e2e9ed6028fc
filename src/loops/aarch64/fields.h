/* fields.h: the bit fields of an A64 instruction. */
#ifndef LOOPS_AARCH64_FIELDS_H
#define LOOPS_AARCH64_FIELDS_H

#include <stdint.h>

/* Positions of the register fields. RD is also the register that is loaded or stored (Rt), RA the
 * second one of a pair (Rt2). */
enum aarch64_field { RD = 0, RN = 5, RA = 10, RM = 16 };

/* Returns `width` bits of a word from bit `first` on. */
static inline uint32_t field(uint32_t word, int first, int width)
{
    return word >> first & ((UINT32_C(1) << width) - 1);
}

static inline int64_t signed_field(uint32_t word, int first, int width)
{
    int64_t value = field(word, first, width);
    return value - (value >> (width - 1) << width);
}

/* Returns the number of a register field. */
static inline uint32_t number_of(uint32_t word, enum aarch64_field where)
{
    return field(word, where, 5);
}

/* The bit of a register in a set; register 31, the stack pointer or zero, has none. */
#define REGISTER(number) ((number) < 31 ? UINT32_C(1) << (number) : 0)

/* Returns the bit of the general register in a field. */
static inline uint32_t general(uint32_t word, enum aarch64_field where)
{
    return REGISTER(number_of(word, where));
}

#endif
