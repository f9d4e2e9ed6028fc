/* operation.c: what A64 instructions do: classes, floating-point operations, bytes. By the groups
 * of the Arm Architecture Reference Manual (C4.1). */
#include "loops/flow/operation.h"

#include "loops/aarch64/aarch64.h"
#include "loops/aarch64/fields.h"
#include "loops/aarch64/operation_vectors.h"
#include "loops/flow/access.h"

#include <string.h>

enum { STACK_POINTER = 31, FRAME_POINTER = 29, VECTOR_BYTES = 16 };

/* True if the bits of `word` in `mask` are as in `value`. */
static bool is(uint32_t word, uint32_t mask, uint32_t value)
{
    return (word & mask) == value;
}

static void loads(struct loops_operation *operation, unsigned bytes)
{
    operation->loads = true;
    operation->loaded = (uint16_t)bytes;
}

static void stores(struct loops_operation *operation, unsigned bytes)
{
    operation->stores = true;
    operation->stored = (uint16_t)bytes;
}

/* Exclusive and ordered loads and stores, compare and swap. */
static void exclusive(uint32_t word, struct loops_operation *operation)
{
    bool both = field(word, 21, 1), later = field(word, 23, 1), load = field(word, 22, 1);
    unsigned bytes = 1U << field(word, 30, 2);
    bool swaps = both && (later || !field(word, 31, 1)); /* cas, casp */
    if (both && !later)                                  /* pairs; those of casp are in bit 30 */
        bytes = field(word, 31, 1) ? bytes * 2 : 8U << field(word, 30, 1);
    if (swaps || load)
        loads(operation, bytes);
    if (swaps || !load)
        stores(operation, bytes);
}

/* Atomic operations (ldadd, swp), ldapr, and loads with pointer authentication. */
static void atomic(uint32_t word, struct loops_operation *operation)
{
    unsigned bytes = 1U << field(word, 30, 2);
    bool only_loads = field(word, 10, 2) || field(word, 12, 4) == 12; /* ldraa, ldapr */
    loads(operation, bytes);
    if (!only_loads)
        stores(operation, bytes);
}

/* Loads of constants near the code. */
static void literal(uint32_t word, struct loops_operation *operation)
{
    uint32_t size = field(word, 30, 2);
    bool vector = field(word, 26, 1);
    if (size == 3) /* prefetch */
        operation->class = FORMAT_OPERATION_OTHER;
    else
        loads(operation, vector ? 4U << size : size == 1 ? 8 : 4);
}

/* Loads and stores that access.c describes. */
static void plain(const uint8_t *bytes, struct loops_operation *operation)
{
    struct loops_access access;
    uint32_t word;
    memcpy(&word, bytes, sizeof word);
    if (!aarch64_access(bytes, sizeof word, &access) || !access.bytes) {
        operation->class = FORMAT_OPERATION_OTHER; /* prefetch */
        return;
    }
    unsigned size = (unsigned)access.bytes * access.parts;
    bool structures = is(word, 0xbe000000, 0x0c000000);
    if (access.is_store)
        stores(operation, size);
    else
        loads(operation, size);
    if (structures)
        operation->vector = field(word, 30, 1) ? VECTOR_BYTES : VECTOR_BYTES / 2;
    else if (access.bytes == VECTOR_BYTES)
        operation->vector = VECTOR_BYTES;
}

static void of_memory(const uint8_t *bytes, uint32_t word, struct loops_operation *operation)
{
    operation->class = FORMAT_OPERATION_MEMORY;
    uint32_t base = number_of(word, RN);
    bool is_literal = is(word, 0x3b000000, 0x18000000);
    operation->on_stack = !is_literal && (base == STACK_POINTER || base == FRAME_POINTER);
    if (is_literal) {
        literal(word, operation);
    } else if (is(word, 0x3f000000, 0x08000000)) {
        exclusive(word, operation);
    } else if (is(word, 0x3b200c00, 0x38200000) || is(word, 0x3b200400, 0x38200400)) {
        atomic(word, operation);
    } else if (is(word, 0x3f200c00, 0x19000000)) { /* ldapur, stlur */
        unsigned size = 1U << field(word, 30, 2);
        if (field(word, 22, 2))
            loads(operation, size);
        else
            stores(operation, size);
    } else {
        plain(bytes, operation);
    }
}

/* Scalable vectors, whose length is not known: classes only. */
static void scalable(uint32_t word, struct loops_operation *operation)
{
    uint32_t top = word >> 24, memory = top & 0x9e;
    operation->is_unsure = true;
    operation->class = FORMAT_OPERATION_INTEGER;
    operation->vector = VECTOR_BYTES; /* at least */
    if (top == 0x64 || top == 0x65)
        operation->class = FORMAT_OPERATION_FLOAT;
    if (memory == 0x84) { /* 84, 85, a4, a5, c4, c5, e4, e5 */
        operation->class = FORMAT_OPERATION_MEMORY;
        operation->stores = (top & 0xfe) == 0xe4;
        operation->loads = !operation->stores;
    }
}

void aarch64_operation(const uint8_t *bytes, size_t size, const struct loops_instruction *in,
                       struct loops_operation *operation)
{
    uint32_t word;
    *operation = (struct loops_operation){.class = FORMAT_OPERATION_OTHER};
    if (size < sizeof word)
        return;
    memcpy(&word, bytes, sizeof word);
    uint32_t group = field(word, 25, 4);
    bool moves = is(word, 0x7fe0ffe0, 0x2a0003e0) || /* mov of registers: orr with zero */
                 is(word, 0x1f800000, 0x12800000);   /* movz, movn, movk */
    if (group == 10 || group == 11)
        operation->class = in->kind == INSTRUCTION_PLAIN || in->kind == INSTRUCTION_STOP
                               ? FORMAT_OPERATION_OTHER
                               : FORMAT_OPERATION_BRANCH;
    else if ((group & 5) == 4)
        of_memory(bytes, word, operation);
    else if ((group & 7) == 7)
        aarch64_operation_vectors(word, operation);
    else if (group == 8 || group == 9 || (group & 7) == 5)
        operation->class = moves ? FORMAT_OPERATION_OTHER : FORMAT_OPERATION_INTEGER;
    else if (group == 2)
        scalable(word, operation);
}
