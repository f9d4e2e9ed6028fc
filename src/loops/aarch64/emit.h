/* emit.h: encodes the aarch64 instructions that copies of functions need. */
#ifndef LOOPS_AARCH64_EMIT_H
#define LOOPS_AARCH64_EMIT_H

#include "loops/aarch64/fields.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

enum { X9 = 9, X16 = 16, X17 = 17, X30 = 30, SP = 31, ZERO = 31 };

/* Loads and stores of 8 bytes, and of 4 (narrow), at base + offset. The offset is a multiple of the
 * size. */
static inline uint32_t emit_load(uint32_t to, uint32_t base, uint32_t offset)
{
    assert(offset % 8 == 0 && offset / 8 < 4096);
    return UINT32_C(0xf9400000) | offset / 8 << 10 | base << 5 | to;
}

/* Loads two values that follow each other; the offset is less than 512. */
static inline uint32_t emit_load_pair(uint32_t to, uint32_t next, uint32_t base, uint32_t offset)
{
    assert(offset % 8 == 0 && offset < 512);
    return UINT32_C(0xa9400000) | offset / 8 << 15 | next << 10 | base << 5 | to;
}

static inline uint32_t emit_store(uint32_t from, uint32_t base, uint32_t offset)
{
    assert(offset % 8 == 0 && offset / 8 < 4096);
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

/* to = from + value, with |value| < 4096, in 64 or 32 (narrow) bits. */
static inline uint32_t emit_add(uint32_t to, uint32_t from, int64_t value, bool narrow)
{
    uint32_t op = narrow ? UINT32_C(0x11000000) : UINT32_C(0x91000000);
    assert(value > -4096 && value < 4096);
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

/* Reads the thread pointer, before a load at an offset that FORMAT_MOVE_TLS fills in. */
static inline uint32_t emit_thread(uint32_t to)
{
    return UINT32_C(0xd53bd040) | to;
}

/* Reads the clock that all threads share: cntvct_el0. */
static inline uint32_t emit_clock(uint32_t to)
{
    return UINT32_C(0xd53be040) | to;
}

/* adrp; the distance is filled in by a move. */
static inline uint32_t emit_page(uint32_t to)
{
    return UINT32_C(0x90000000) | to;
}

/* Jumps, calls and branches. Distances are in bytes; 0 where a move fills them in. */
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

static inline uint32_t emit_branch_unless_negative(uint32_t number, int64_t distance) /* tbz #63 */
{
    return UINT32_C(0xb6f80000) | ((uint32_t)(distance / 4) & 0x3fff) << 5 | number;
}

/* True for tbz and tbnz, whose reach is 32 KB. */
static inline bool emit_is_test_of_bit(uint32_t word)
{
    return (word & 0x7e000000) == 0x36000000;
}

/* Returns a conditional branch with another distance. */
static inline uint32_t emit_redirect(uint32_t word, int64_t distance)
{
    uint32_t words = (uint32_t)(distance / 4);
    if (emit_is_test_of_bit(word))
        return (word & ~(UINT32_C(0x3fff) << 5)) | (words & 0x3fff) << 5;
    return (word & ~(UINT32_C(0x7ffff) << 5)) | (words & 0x7ffff) << 5;
}

/* Returns the branch with the inverted condition. */
static inline uint32_t emit_invert(uint32_t word)
{
    bool by_flags = (word & 0xff000000) == 0x54000000;
    return word ^ (by_flags ? 1 : UINT32_C(0x01000000));
}

/* Pushes two registers to the stack, and pops them. */
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
