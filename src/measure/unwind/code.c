/* code.c: see code.h */
#include "measure/unwind/code.h"

#include "measure/unwind/function.h"

#include <stddef.h>
#include <string.h>

#if defined __aarch64__

enum { INSTRUCTION = 4 };

static uint32_t word_at(uintptr_t at)
{
    uint32_t word;
    memcpy(&word, (const void *)at, sizeof word);
    return word;
}

/* Returns the target of B or BL: a signed number of instructions in 26 bits. */
static uintptr_t branch_target(uintptr_t at, uint32_t word)
{
    return at + (uintptr_t)((int64_t)((uint64_t)word << 38) >> 36);
}

bool measure_code_called(uintptr_t return_address, struct measure_code_target *target)
{
    uintptr_t at = return_address - INSTRUCTION;
    uint32_t word = at % INSTRUCTION ? 0 : word_at(at);
    *target = (struct measure_code_target){return_address, branch_target(at, word), NULL, 0};
    return (word & 0xfc000000) == 0x94000000; /* BL */
}

/* Recognises: adrp x16, page; ldr x17, [x16, #offset]; ...; br x17 */
bool measure_code_stub(uintptr_t at, const uintptr_t **slot)
{
    if (at % INSTRUCTION)
        return false;
    if (word_at(at) == 0xd503245f) /* bti c */
        at += INSTRUCTION;
    uint32_t page = word_at(at), load = word_at(at + INSTRUCTION);
    if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
        return false;
    uint64_t pages = (uint64_t)(page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3); /* 21 bits, signed */
    uintptr_t base = (at & ~(uintptr_t)0xfff) + (uintptr_t)((int64_t)(pages << 43) >> 31);
    *slot = (const uintptr_t *)(base + (uintptr_t)(load >> 10 & 0xfff) * 8);
    return true;
}

bool measure_code_only_jumps(uintptr_t function)
{
    return (word_at(function) & 0xfc000000) == 0x14000000;
}

bool measure_code_next_jump(uintptr_t at, uintptr_t end, struct measure_code_target *target)
{
    for (at += -at % INSTRUCTION; at + INSTRUCTION <= end; at += INSTRUCTION) {
        uint32_t word = word_at(at);
        if ((word & 0xfc000000) != 0x14000000) /* B */
            continue;
        *target = (struct measure_code_target){at + INSTRUCTION, branch_target(at, word), NULL,
                                               at + INSTRUCTION};
        return true;
    }
    return false;
}

#elif defined __x86_64__

static int64_t number_at(uintptr_t at)
{
    int32_t number;
    memcpy(&number, (const void *)at, sizeof number);
    return number;
}

static bool has(uintptr_t at, const char *bytes, size_t size)
{
    return !memcmp((const void *)at, bytes, size);
}

bool measure_code_called(uintptr_t return_address, struct measure_code_target *target)
{
    uintptr_t there = return_address + (uintptr_t)number_at(return_address - 4);
    if (has(return_address - 5, "\xe8", 1)) /* call */
        *target = (struct measure_code_target){return_address, there, NULL, 0};
    else if (has(return_address - 6, "\xff\x15", 2)) /* call *slot(%rip) */
        *target = (struct measure_code_target){return_address, 0, (const uintptr_t *)there, 0};
    else
        return false;
    return true;
}

/* Recognises: endbr64; bnd jmp *slot(%rip). The first and the prefix are optional. */
bool measure_code_stub(uintptr_t at, const uintptr_t **slot)
{
    if (has(at, "\xf3\x0f\x1e\xfa", 4))
        at += 4;
    if (has(at, "\xf2", 1))
        at++;
    if (!has(at, "\xff\x25", 2))
        return false;
    *slot = (const uintptr_t *)(at + 6 + (uintptr_t)number_at(at + 2));
    return true;
}

/* Decodes a jump by a distance of 32 bits, which clang also makes on a condition, or by one of 8
 * bits, to a function nearby. What has only 8 bits and a condition is not told from other bytes. */
static bool is_near_jump(uintptr_t at, uintptr_t end, struct measure_code_target *target)
{
    uintptr_t distance = at + 1;
    if (has(at, "\x0f", 1) && distance < end && (*(const uint8_t *)distance & 0xf0) == 0x80)
        distance++;
    else if (!has(at, "\xe9", 1) && !has(at, "\xeb", 1))
        return false;
    bool is_short = has(at, "\xeb", 1);
    uintptr_t behind = distance + (is_short ? 1 : 4);
    if (behind > end)
        return false;
    int64_t number = is_short ? *(const int8_t *)distance : number_at(distance);
    *target = (struct measure_code_target){behind, behind + (uintptr_t)number, NULL, at + 1};
    return true;
}

/* A function may also begin with a jump to a place in itself. */
bool measure_code_only_jumps(uintptr_t function)
{
    struct measure_unwind_function all;
    struct measure_code_target jump;
    uintptr_t at = function + (has(function, "\xf3\x0f\x1e\xfa", 4) ? 4 : 0); /* endbr64 */
    return measure_unwind_function_of(function, &all) && is_near_jump(at, all.end, &jump) &&
           (jump.target < all.start || jump.target >= all.end);
}

/* Instructions have any length: what looks like a jump may be a part of another instruction. The
 * caller recognises that by the target. */
bool measure_code_next_jump(uintptr_t at, uintptr_t end, struct measure_code_target *target)
{
    for (; at < end; at++) {
        if (is_near_jump(at, end, target))
            return true;
        if (at + 6 <= end && has(at, "\xff\x25", 2)) {
            const uintptr_t *slot = (const uintptr_t *)(at + 6 + (uintptr_t)number_at(at + 2));
            *target = (struct measure_code_target){at + 6, 0, slot, at + 1};
            return true;
        }
    }
    return false;
}

#else

bool measure_code_called(uintptr_t return_address, struct measure_code_target *target)
{
    (void)return_address, (void)target;
    return false;
}

bool measure_code_stub(uintptr_t at, const uintptr_t **slot)
{
    (void)at, (void)slot;
    return false;
}

bool measure_code_only_jumps(uintptr_t function)
{
    (void)function;
    return false;
}

bool measure_code_next_jump(uintptr_t at, uintptr_t end, struct measure_code_target *target)
{
    (void)at, (void)end, (void)target;
    return false;
}

#endif
