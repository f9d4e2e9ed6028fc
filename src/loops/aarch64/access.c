/* access.c: the memory accesses and vector lanes of A64 instructions. */
#include "loops/flow/access.h"

#include "loops/aarch64/aarch64.h"
#include "loops/aarch64/fields.h"

#include <string.h>

/* True if the bits of `word` in `mask` are as in `value`. */
static bool is(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

/* Sets an access to memory at a base register plus an offset. */
static void at(struct loops_access *access, uint32_t word, int64_t offset, unsigned bytes)
{
    access->base = (uint8_t)number_of(word, RN);
    access->offset = offset;
    access->bytes = (uint8_t)bytes;
    access->parts = 1;
}

/* Loads or stores of one register, with any addressing mode. */
static void of_one(uint32_t word, struct loops_access *access)
{
    bool vector = field(word, 26, 1);
    uint32_t size = field(word, 30, 2), opc = field(word, 22, 2), mode = field(word, 10, 2);
    unsigned shift = vector && opc >= 2 ? 4 : size;
    if (!vector && size == 3 && opc == 2) /* prefetch */
        return;
    if (field(word, 24, 1)) {
        at(access, word, (int64_t)field(word, 10, 12) << shift, 1U << shift);
    } else if (!field(word, 21, 1)) { /* unscaled, pre-indexed or post-indexed */
        at(access, word, mode == 1 ? 0 : signed_field(word, 12, 9), 1U << shift);
    } else if (mode == 2) {
        at(access, word, 0, 1U << shift);
        access->index = (uint8_t)number_of(word, RM);
        access->shift = field(word, 12, 1) ? (uint8_t)shift : 0;
    }
    if (!vector) /* even a few bytes of a vector register may be several elements */
        access->element = access->bytes;
    access->is_store = vector ? !(opc & 1) : !opc;
}

/* Loads or stores of a pair of registers. */
static void of_pair(uint32_t word, struct loops_access *access)
{
    bool vector = field(word, 26, 1);
    unsigned shift = vector ? 2 + field(word, 30, 2) : 2 + field(word, 31, 1);
    bool behind = field(word, 23, 2) == 1;
    at(access, word, behind ? 0 : signed_field(word, 15, 7) * (1 << shift), 1U << shift);
    access->parts = 2;
    if (!vector)
        access->element = (uint8_t)(1U << shift);
    access->is_store = !field(word, 22, 1);
}

/* ld1 to ld4 and st1 to st4 of one lane of each register, and loads of one element into all lanes.
 */
static void of_single_structure(uint32_t word, struct loops_access *access)
{
    uint32_t op = field(word, 13, 3), size = field(word, 10, 2), kind = op >> 1;
    unsigned lane = kind == 0 ? 1 : kind == 1 ? 2 : kind == 2 ? 4U << (size & 1) : 1U << size;
    unsigned together = ((op & 1) << 1 | field(word, 21, 1)) + 1;
    at(access, word, 0, together * lane);
    access->element = (uint8_t)(together > 1 ? access->bytes : 0);
    access->is_store = !field(word, 22, 1);
}

/* ld1 to ld4 and st1 to st4 of whole vectors. A structure has one element from each register. */
static void of_structures(uint32_t word, struct loops_access *access)
{
    uint32_t op = field(word, 12, 4), lane = UINT32_C(1) << field(word, 10, 2);
    unsigned vector = field(word, 30, 1) ? 16 : 8;
    if (field(word, 24, 1)) {
        of_single_structure(word, access);
        return;
    }
    unsigned together = op == 8 ? 2 : op == 4 ? 3 : op == 0 ? 4 : 1;
    unsigned count = op == 10 ? 2 : op == 6 ? 3 : op == 2 ? 4 : together;
    at(access, word, 0, count * vector);
    access->element = (uint8_t)(together > 1 ? together * lane : 0);
    access->is_store = !field(word, 22, 1);
}

/* Sums: add and sub of a constant, add of two registers, mov, lsl. */
static void of_sum(uint32_t word, struct loops_access *access)
{
    bool adds = is(word, 0xff800000, 0x91000000) || is(word, 0xff800000, 0xd1000000);
    bool moves = is(word, 0x7fe0ffe0, 0x2a0003e0), both = is(word, 0xffe00000, 0x8b000000);
    int64_t value = (int64_t)field(word, 10, 12) << (field(word, 22, 1) ? 12 : 0);
    access->is_sum = adds || moves || both;
    if (access->is_sum)
        access->base = (uint8_t)number_of(word, moves ? RM : RN);
    if (adds)
        access->offset = field(word, 30, 1) ? -value : value;
    bool shifts = is(word, 0xffc00000, 0xd3400000) && field(word, 10, 6) != 63 &&
                  field(word, 10, 6) + 1 == field(word, 16, 6); /* lsl */
    if (shifts) {
        access->is_sum = true;
        access->index = (uint8_t)number_of(word, RN);
        access->shift = (uint8_t)(63 - field(word, 10, 6));
    }
    if (both) {
        access->index = (uint8_t)number_of(word, RM);
        access->shift = (uint8_t)field(word, 10, 6);
    }
}

static void of_memory(uint32_t word, struct loops_access *access)
{
    if (is(word, 0x3a000000, 0x28000000))
        of_pair(word, access);
    else if (is(word, 0x3a000000, 0x38000000))
        of_one(word, access);
    else if (is(word, 0xbe000000, 0x0c000000))
        of_structures(word, access);
}

/* Computations with whole vectors, by the groups of A64. */
static void of_lanes(uint32_t word, struct loops_access *access)
{
    uint32_t size = field(word, 22, 2), op = field(word, 11, 5), scalar_float = field(word, 22, 1);
    unsigned whole = 1U << size;
    if (is(word, 0x9f200400, 0x0e200400)) { /* three vectors of the same kind */
        access->is_float = op >= 0x18;
        access->lanes = (uint8_t)(op >= 0x18 ? 4U << scalar_float : op == 3 ? 0 : whole);
    } else if (is(word, 0x9f200c00, 0x0e200000)) { /* three different vectors: widening */
        access->lanes = (uint8_t)(whole | whole * 2);
    } else if (is(word, 0x9f000400, 0x0f000000)) { /* by one element of a vector */
        uint32_t code = field(word, 12, 4);
        access->is_float = code == 1 || code == 5 || code == 9;
        access->lanes = (uint8_t)whole;
    } else if (is(word, 0x9f3e0c00, 0x0e200800)) { /* one vector */
        uint32_t code = field(word, 12, 5);
        bool converts = code == 0x12 || code == 0x16 || code == 0x17; /* xtn, fcvtn, fcvtl */
        unsigned lane = code == 0x12 ? whole * 2 : code >= 0xc ? 4U << scalar_float : whole;
        access->is_float = code >= 0xc && code != 0x12;
        access->to_integer = code >= 0x1a && code <= 0x1c; /* fcvtns to fcvtau */
        access->lanes = (uint8_t)(code == 5 ? 0 : converts ? lane | lane / 2 : lane);
    } else if (is(word, 0x9f800400, 0x0f000400) && field(word, 19, 4)) { /* shifts by a constant */
        uint32_t high = field(word, 19, 4);
        unsigned lane = high & 8 ? 8 : high & 4 ? 4 : high & 2 ? 2 : 1;
        access->lanes = (uint8_t)(op == 0x14 ? lane | lane * 2 : lane); /* sshll widens */
    } else if (is(word, 0xbf208c00, 0x0e000800)) { /* uzp, zip: narrower and wider; trn */
        access->lanes = (uint8_t)((op >> 1 & 3) == 2 ? whole : whole | whole * 2);
    }
}

bool aarch64_access(const uint8_t *bytes, size_t size, struct loops_access *access)
{
    uint32_t word;
    *access =
        (struct loops_access){.base = INSTRUCTION_NO_REGISTER, .index = INSTRUCTION_NO_REGISTER};
    if (size < sizeof word)
        return false;
    memcpy(&word, bytes, sizeof word);
    if ((field(word, 25, 4) & 5) == 4)
        of_memory(word, access);
    else if ((field(word, 25, 4) & 7) == 7)
        of_lanes(word, access);
    else
        of_sum(word, access);
    return access->bytes || access->lanes || access->is_sum;
}
