/* emit.h: instructions of aarch64 that copies of functions get. */
#ifndef LOOPS_AARCH64_EMIT_H
#define LOOPS_AARCH64_EMIT_H

#include "loops/aarch64/fields.h"

#include <stdbool.h>
#include <stdint.h>

enum { X16 = 16, X17 = 17, X30 = 30, SP = 31, ZERO = 31 };

static inline uint32_t emit_load(uint32_t to, uint32_t base, uint32_t offset)
{
    return UINT32_C(0xf9400000) | offset / 8 << 10 | base << 5 | to;
}

static inline uint32_t emit_store(uint32_t from, uint32_t base, uint32_t offset)
{
    return UINT32_C(0xf9000000) | offset / 8 << 10 | base << 5 | from;
}

static inline uint32_t emit_load_narrow(uint32_t to, uint32_t base, uint32_t offset)
{
    return UINT32_C(0xb9400000) | offset / 4 << 10 | base << 5 | to;
}

static inline uint32_t emit_store_narrow(uint32_t from, uint32_t base, uint32_t offset)
{
    return UINT32_C(0xb9000000) | offset / 4 << 10 | base << 5 | from;
}

/* to = from + value, which is less than 4096 either way; of 64 bits, or of 32. */
static inline uint32_t emit_add(uint32_t to, uint32_t from, int64_t value, bool narrow)
{
    uint32_t op = narrow ? UINT32_C(0x11000000) : UINT32_C(0x91000000);
    if (value < 0)
        op |= UINT32_C(0x40000000);
    return op | (uint32_t)(value < 0 ? -value : value) << 10 | from << 5 | to;
}

static inline uint32_t emit_add_registers(uint32_t to, uint32_t left, uint32_t right)
{
    return UINT32_C(0x8b000000) | right << 16 | left << 5 | to;
}

static inline uint32_t emit_subtract(uint32_t to, uint32_t left, uint32_t right, bool narrow)
{
    return (narrow ? UINT32_C(0x4b000000) : UINT32_C(0xcb000000)) | right << 16 | left << 5 | to;
}

/* The thread's own memory; then what is there is loaded with FORMAT_MOVE_TLS. */
static inline uint32_t emit_thread(uint32_t to)
{
    return UINT32_C(0xd53bd040) | to;
}

/* The clock that all threads have in common: cntvct_el0. */
static inline uint32_t emit_clock(uint32_t to)
{
    return UINT32_C(0xd53be040) | to;
}

static inline uint32_t emit_page(uint32_t to)
{
    return UINT32_C(0x90000000) | to;
}

/* Distances are in bytes, and 0 where a move completes them. */
static inline uint32_t emit_jump(int64_t distance)
{
    return UINT32_C(0x14000000) | ((uint32_t)(distance / 4) & 0x3ffffff);
}

static inline uint32_t emit_call(int64_t distance)
{
    return UINT32_C(0x94000000) | ((uint32_t)(distance / 4) & 0x3ffffff);
}

static inline uint32_t emit_branch_if_zero(uint32_t number, bool narrow, int64_t distance)
{
    return (narrow ? UINT32_C(0x34000000) : UINT32_C(0xb4000000)) |
           ((uint32_t)(distance / 4) & 0x7ffff) << 5 | number;
}

static inline uint32_t emit_branch_unless_zero(uint32_t number, bool narrow, int64_t distance)
{
    return emit_branch_if_zero(number, narrow, distance) | UINT32_C(0x01000000);
}

static inline uint32_t emit_branch_if_negative(uint32_t number, int64_t distance) /* tbnz #63 */
{
    return UINT32_C(0xb7f80000) | ((uint32_t)(distance / 4) & 0x3fff) << 5 | number;
}

/* A conditional branch with another distance. */
static inline bool emit_is_test_of_bit(uint32_t word)
{
    return (word & 0x7e000000) == 0x36000000;
}

static inline uint32_t emit_redirect(uint32_t word, int64_t distance)
{
    uint32_t words = (uint32_t)(distance / 4);
    if (emit_is_test_of_bit(word))
        return (word & ~(UINT32_C(0x3fff) << 5)) | (words & 0x3fff) << 5;
    return (word & ~(UINT32_C(0x7ffff) << 5)) | (words & 0x7ffff) << 5;
}

/* The same branch, taken when it was not. */
static inline uint32_t emit_invert(uint32_t word)
{
    bool by_flags = (word & 0xff000000) == 0x54000000;
    return word ^ (by_flags ? 1 : UINT32_C(0x01000000));
}

/* Both registers to the stack, and back. */
static inline uint32_t emit_push(uint32_t first, uint32_t second)
{
    return UINT32_C(0xa9bf03e0) | second << 10 | first;
}

static inline uint32_t emit_pop(uint32_t first, uint32_t second)
{
    return UINT32_C(0xa8c103e0) | second << 10 | first;
}

static inline uint32_t emit_low_half(uint32_t to, uint32_t value) /* movz */
{
    return UINT32_C(0x52800000) | (value & 0xffff) << 5 | to;
}

static inline uint32_t emit_high_half(uint32_t to, uint32_t value) /* movk, lsl #16 */
{
    return UINT32_C(0x72a00000) | (value >> 16) << 5 | to;
}

#endif
