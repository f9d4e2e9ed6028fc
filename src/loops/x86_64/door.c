/* door.c: the door of an x86-64 function: see loops/door/door.h. A jump of 5 bytes replaces its
 * first instructions; where that is unsafe, one of 2 bytes, to padding nearby that has the long
 * jump. */
#include "loops/door/door.h"
#include "loops/x86_64/emit.h"
#include "loops/x86_64/fields.h"

#include <stdarg.h>
#include <stdio.h>

enum {
    LONG = 5,
    SHORT = 2,
    MOST = LONG, /* instructions that are moved */
    REACH = 127, /* bytes that a short jump reaches, from its end */
    ALIGNED = 16,
};

/* The instructions that a jump replaces. */
struct moved {
    struct loops_instruction all[MOST];
    unsigned count;
    uint64_t end;  /* address behind them */
    uint64_t hole; /* padding for the long jump, if the other is short; 0: none */
};

static bool refuse(struct loops_door *door, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool refuse(struct loops_door *door, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(door->why, sizeof door->why, format, arguments);
    va_end(arguments);
    return false;
}

static bool decode(const struct loops_door *door, uint64_t address, struct loops_instruction *in)
{
    size_t there;
    const uint8_t *bytes = loops_binary_bytes(door->binary, address, 1, &there);
    return bytes && x86_64_decode(bytes, there, address, in) && in->kind != INSTRUCTION_UNKNOWN;
}

/* Returns the size of the padding instruction (nop, int3) at an address; 0 if there is none. */
static unsigned padding(const struct loops_door *door, uint64_t address)
{
    size_t there;
    struct x86_64_fields fields;
    const uint8_t *bytes = loops_binary_bytes(door->binary, address, 1, &there);
    if (!bytes || !x86_64_fields_read(bytes, there, &fields))
        return 0;
    bool nothing = fields.encoding == X86_64_LEGACY &&
                   ((fields.map == 0 && (fields.opcode == 0x90 || fields.opcode == 0xcc)) ||
                    (fields.map == 1 && fields.opcode == 0x1f));
    return nothing ? fields.size : 0;
}

/* Finds the instructions that a jump of `size` bytes replaces. Behind the end of the function, it
 * may replace padding. */
static bool find_moved(struct loops_door *door, unsigned size, struct moved *moved)
{
    *moved = (struct moved){.end = door->start};
    while (moved->end < door->start + size && moved->end < door->end) {
        struct loops_instruction *in = &moved->all[moved->count++];
        if (!decode(door, moved->end, in))
            return refuse(door, "it begins with unknown code");
        moved->end += in->size;
    }
    for (uint64_t at = moved->end, more; at < door->start + size; at += more) {
        more = padding(door, at);
        if (!more || at + more > door->next)
            return refuse(door, "it is shorter than a jump");
    }
    return true;
}

/* Finds padding behind the function for a long jump. */
static bool find_hole(const struct loops_door *door, struct moved *moved)
{
    unsigned size = 0;
    for (uint64_t at = door->end, more; size < LONG && (more = padding(door, at)); at += more)
        size += (unsigned)more;
    moved->hole = door->end;
    return size >= LONG && door->end + LONG <= door->next &&
           door->end - (door->start + SHORT) <= REACH;
}

/* True if no jump of the function leads to what is moved, except those to its first instruction
 * that can be changed. */
static bool is_safe(struct loops_door *door, const struct moved *moved)
{
    struct loops_instruction in;
    for (uint64_t at = door->start; at < door->end; at += in.size) {
        if (!decode(door, at, &in))
            return refuse(door, "it has unknown code");
        bool jumps = in.kind == INSTRUCTION_JUMP || in.kind == INSTRUCTION_BRANCH;
        if (!jumps || in.target < door->start || in.target >= moved->end)
            continue;
        if (in.target != door->start || in.kind != INSTRUCTION_JUMP || in.size != LONG ||
            at < moved->end)
            return refuse(door, "it jumps back to its first instructions");
    }
    return true;
}

/* Appends the bytes of an instruction; an address relative to it stays the same. */
static void put_bytes(const struct loops_door *door, const struct loops_instruction *in)
{
    struct x86_64_fields fields = {0};
    const uint8_t *bytes = loops_binary_bytes(door->binary, in->address, in->size, NULL);
    if (in->relative)
        x86_64_fields_read(bytes, in->size, &fields);
    for (unsigned i = 0; i < in->size; i++) {
        if (in->relative && i == fields.displacement_at) {
            emit_lead_out(door->plan, loops_plan_here(door->plan), in->target);
            emit_word(door->plan, (uint32_t) - (in->size - (int32_t)i));
            i += 3;
        } else {
            emit_byte(door->plan, bytes[i]);
        }
    }
}

static void put_jump(const struct loops_door *door, uint64_t target)
{
    uint32_t at = emit_jump(door->plan);
    emit_lead_out(door->plan, at, target);
}

static bool put_branch(struct loops_door *door, const struct loops_instruction *in)
{
    struct x86_64_fields fields;
    const uint8_t *bytes = loops_binary_bytes(door->binary, in->address, in->size, NULL);
    x86_64_fields_read(bytes, in->size, &fields);
    bool is_short = fields.map == 0 && (fields.opcode & 0xf0) == 0x70,
         is_long = fields.map == 1 && (fields.opcode & 0xf0) == 0x80;
    if (!is_short && !is_long)
        return refuse(door, "it begins with a branch of an unknown form");
    uint32_t at = emit_branch(door->plan, fields.opcode & 15);
    emit_lead_out(door->plan, at, in->target);
    return true;
}

/* Appends a call, which returns to the original: pushes that address, and jumps. */
static bool put_call(struct loops_door *door, const struct loops_instruction *in)
{
    if (in->kind != INSTRUCTION_CALL)
        return refuse(door, "it begins with a call through a pointer");
    uint32_t at = emit_push_near(door->plan), jump = emit_jump(door->plan);
    emit_lead_out(door->plan, jump, in->target);
    emit_lead_to(door->plan, at, loops_plan_here(door->plan));
    loops_plan_move(door->plan, loops_plan_here(door->plan), FORMAT_MOVE_ADDRESS,
                    in->address + in->size);
    emit_word(door->plan, 0);
    emit_word(door->plan, 0);
    return true;
}

static bool put_moved(struct loops_door *door, const struct loops_instruction *in)
{
    switch (in->kind) {
    case INSTRUCTION_JUMP:
        put_jump(door, in->target);
        return true;
    case INSTRUCTION_BRANCH:
        return put_branch(door, in);
    case INSTRUCTION_CALL:
    case INSTRUCTION_CALL_REGISTER:
        return put_call(door, in);
    default:
        put_bytes(door, in);
        return true;
    }
}

static void put_stub(struct loops_door *door)
{
    static const uint8_t bytes[FORMAT_DOORS_X86_64_STUB] = {
        0x41, 0x53,                                     /* push r11 */
        0x49, 0xbb, 0,    0,    0,    0,    0, 0, 0, 0, /* mov r11, function */
        0xff, 0x25, 0x06, 0,    0,    0,                /* jmp [rip + 6]: handler */
        0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0xcc, 0,
    };
    while (loops_plan_here(door->plan) % ALIGNED)
        emit_byte(door->plan, 0xcc);
    door->stub = loops_plan_here(door->plan);
    for (size_t i = 0; i < sizeof bytes; i++)
        emit_byte(door->plan, bytes[i]);
    door->real = loops_plan_here(door->plan);
}

/* Leads jumps from inside the function to its first instruction to where that has moved. */
static void lead_back(const struct loops_door *door)
{
    struct loops_instruction in;
    for (uint64_t at = door->start; at < door->end && decode(door, at, &in); at += in.size) {
        if (in.kind == INSTRUCTION_JUMP && in.target == door->start)
            loops_plan_patch(door->plan, at, FORMAT_PATCH_JUMP, door->real);
    }
}

bool loops_door_x86_64(struct loops_door *door)
{
    struct moved moved;
    struct buffer *code = &door->plan->sections[FORMAT_PLAN_CODE],
                  *moves = &door->plan->sections[FORMAT_PLAN_MOVES];
    size_t before = code->used, moves_before = moves->used;
    bool fits = find_moved(door, LONG, &moved) && is_safe(door, &moved);
    if (!fits &&
        !(find_moved(door, SHORT, &moved) && find_hole(door, &moved) && is_safe(door, &moved)))
        return false;
    put_stub(door);
    bool good = true;
    for (unsigned i = 0; i < moved.count && good; i++)
        good = put_moved(door, &moved.all[i]);
    if (!good) {
        code->used = before;
        moves->used = moves_before;
        return false;
    }
    put_jump(door, moved.end);
    door->why[0] = '\0';
    if (moved.hole) {
        loops_plan_patch(door->plan, moved.hole, FORMAT_PATCH_JUMP, door->stub);
        loops_plan_patch(door->plan, door->start, FORMAT_PATCH_SHORT,
                         (uint32_t)(moved.hole - door->start));
    } else {
        loops_plan_patch(door->plan, door->start, FORMAT_PATCH_JUMP, door->stub);
    }
    lead_back(door);
    return true;
}
