/* fields.h: parts of an A64 instruction. */
#ifndef LOOPS_AARCH64_FIELDS_H
#define LOOPS_AARCH64_FIELDS_H

#include <stdint.h>

/* Where registers stand; RD is also that of what is loaded or stored (Rt), RA the second of a pair
 * (Rt2). */
enum aarch64_field { RD = 0, RN = 5, RA = 10, RM = 16 };

static inline uint32_t field(uint32_t word, int first, int width)
{
    return word >> first & ((UINT32_C(1) << width) - 1);
}

static inline int64_t signed_field(uint32_t word, int first, int width)
{
    int64_t value = field(word, first, width);
    return value - (value >> (width - 1) << width);
}

static inline uint32_t number_of(uint32_t word, enum aarch64_field where)
{
    return field(word, where, 5);
}

/* Registers as bits; 31 is the stack pointer or zero, and none. */
#define REGISTER(number) ((number) < 31 ? UINT32_C(1) << (number) : 0)

static inline uint32_t general(uint32_t word, enum aarch64_field where)
{
    return REGISTER(number_of(word, where));
}

#endif
