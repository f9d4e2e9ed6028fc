/* door.c: the door of an aarch64 function: see loops/door/door.h. Its first instruction is
 * replaced; jumps back to it from inside the function, which are loops and no calls, are led to the
 * moved one. */
#include "loops/door/door.h"
#include "loops/aarch64/emit.h"
#include "loops/aarch64/fields.h"

#include <stdio.h>
#include <string.h>

enum { WORD = 4 };

static void put(const struct loops_door *door, uint32_t word)
{
    loops_plan_put(door->plan, word);
}

/* Appends a jump to an address of the binary. */
static void put_jump(const struct loops_door *door, uint64_t target)
{
    loops_plan_move(door->plan, loops_plan_here(door->plan), FORMAT_MOVE_JUMP, target);
    put(door, emit_jump(0));
}

/* Appends a jump to the moved beginning of the function. */
static void put_back(const struct loops_door *door)
{
    put(door, emit_jump((int64_t)door->real - loops_plan_here(door->plan)));
}

static void put_target(const struct loops_door *door, uint64_t target)
{
    if (target == door->start)
        put_back(door);
    else
        put_jump(door, target);
}

/* Appends a conditional branch of the original. */
static void put_branch(const struct loops_door *door, uint32_t word,
                       const struct loops_instruction *in)
{
    put(door, emit_redirect(word, 2 * (int64_t)WORD));
    put_jump(door, in->address + WORD);
    put_target(door, in->target);
}

/* Appends instructions that compute an address. */
static void put_address(const struct loops_door *door, uint32_t to, uint64_t address)
{
    loops_plan_move(door->plan, loops_plan_here(door->plan), FORMAT_MOVE_PAGE, address);
    put(door, emit_page(to));
    put(door, emit_add(to, to, (int64_t)(address & 4095), false));
}

/* Appends an instruction that uses an address relative to its own: adr, adrp, or a load. */
static void put_relative(const struct loops_door *door, uint32_t word, uint64_t target)
{
    static const uint32_t general_loads[] = {0xb9400000, 0xf9400000, 0xb9800000},
                          vector_loads[] = {0xbd400000, 0xfd400000, 0x3dc00000};
    uint32_t to = number_of(word, RD), size = field(word, 30, 2);
    bool is_address = (word & 0x1f000000) == 0x10000000, is_vector = field(word, 26, 1);
    if (!is_address && size == 3)
        return; /* prefetching */
    if (!is_address && is_vector) {
        put(door, emit_push(X16, X17));
        put_address(door, X16, target);
        put(door, vector_loads[size] | X16 << 5 | to);
        put(door, emit_pop(X16, X17));
        return;
    }
    put_address(door, to, target);
    if (!is_address)
        put(door, general_loads[size] | to << 5 | to);
}

/* Appends a call, which returns to the original. */
static bool put_call(struct loops_door *door, uint32_t word, const struct loops_instruction *in)
{
    uint32_t through = number_of(word, RN);
    bool is_direct = in->kind == INSTRUCTION_CALL;
    if (!is_direct && ((word & 0xfffffc1f) != 0xd63f0000 || through == X30)) {
        snprintf(door->why, sizeof door->why, "it begins with a call of an unknown form");
        return false;
    }
    put_address(door, X30, in->address + WORD);
    if (is_direct)
        put_jump(door, in->target);
    else
        put(door, UINT32_C(0xd61f0000) | through << 5);
    return true;
}

static bool move_first(struct loops_door *door, uint32_t word, const struct loops_instruction *in)
{
    switch (in->kind) {
    case INSTRUCTION_JUMP:
        put_target(door, in->target);
        return true;
    case INSTRUCTION_BRANCH:
        put_branch(door, word, in);
        return true;
    case INSTRUCTION_CALL:
    case INSTRUCTION_CALL_REGISTER:
        return put_call(door, word, in);
    default:
        if (in->relative)
            put_relative(door, word, in->target);
        else
            put(door, word);
        put_jump(door, in->address + WORD);
        return true;
    }
}

/* Reads the instruction at an address. */
static bool read_word(const struct loops_door *door, uint64_t address, uint32_t *word,
                      struct loops_instruction *in)
{
    const uint8_t *bytes = loops_binary_bytes(door->binary, address, WORD, NULL);
    if (!bytes)
        return false;
    memcpy(word, bytes, WORD);
    return door->binary->architecture->decode(bytes, WORD, address, in);
}

/* Leads jumps from inside the function to its first instruction to where that has moved. */
static void lead_back(const struct loops_door *door)
{
    for (uint64_t at = door->start + WORD; at + WORD <= door->end; at += WORD) {
        uint32_t word;
        struct loops_instruction in;
        if (!read_word(door, at, &word, &in) || in.target != door->start)
            continue;
        if (in.kind == INSTRUCTION_JUMP) {
            loops_plan_patch(door->plan, at, FORMAT_PATCH_JUMP, door->real);
        } else if (in.kind == INSTRUCTION_BRANCH) {
            loops_plan_patch(door->plan, at, FORMAT_PATCH_JUMP, loops_plan_here(door->plan));
            put_branch(door, word, &in);
        }
    }
}

bool loops_door_aarch64(struct loops_door *door)
{
    uint32_t word;
    struct loops_instruction in;
    struct buffer *code = &door->plan->sections[FORMAT_PLAN_CODE];
    size_t before = code->used;
    if (!read_word(door, door->start, &word, &in) || in.kind == INSTRUCTION_UNKNOWN) {
        snprintf(door->why, sizeof door->why, "it does not begin with a known instruction");
        return false;
    }
    while (loops_plan_here(door->plan) % 8)
        put(door, 0);
    door->stub = loops_plan_here(door->plan);
    put(door, UINT32_C(0x58000090)); /* ldr x16, function */
    put(door, UINT32_C(0x580000b1)); /* ldr x17, handler */
    put(door, UINT32_C(0xd61f0220)); /* br x17 */
    for (unsigned i = 3; i < FORMAT_DOORS_AARCH64_STUB / WORD; i++)
        put(door, 0);
    door->real = loops_plan_here(door->plan);
    if (!move_first(door, word, &in)) {
        code->used = before;
        return false;
    }
    loops_plan_patch(door->plan, door->start, FORMAT_PATCH_JUMP, door->stub);
    lead_back(door);
    return true;
}
