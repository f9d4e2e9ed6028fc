/* caller.c: see caller.h. DWARF 5, 6.4: Call Frame Information. */
#include "measure/unwind/caller.h"

#include "measure/unwind/function.h"

#include <stddef.h>

#if defined __aarch64__
enum { FRAME_POINTER = 29, STACK_POINTER = 31 };
#else
enum { FRAME_POINTER = 6, STACK_POINTER = 7 }; /* x86-64 */
#endif

enum { MOST_REMEMBERED = 8 };

/* The location of a register of the caller. */
struct kept {
    enum { KEPT_IN_PLACE, KEPT_AT, KEPT_BY_FRAME_POINTER, KEPT_NOWHERE, KEPT_UNKNOWN } how;
    int64_t at;
};

struct state {
    uint64_t base; /* register number; the caller's stack pointer is `size` above its value */
    int64_t size;
    bool loads;   /* instead, that is in memory, `size` above its value */
    bool unknown; /* an expression of another kind */
    struct kept return_address, frame_pointer;
};

struct machine {
    const struct measure_unwind_function *function;
    struct state now, initial, remembered[MOST_REMEMBERED];
    unsigned depth;
    uintptr_t at, pc;
    bool bad;
};

/* Instructions with an operand in their lower six bits. */
enum { ADVANCE = 0x40, OFFSET = 0x80, RESTORE = 0xc0, HIGH = 0xc0, LOW = 0x3f };

/* The other instructions. */
enum {
    NOP = 0x00,
    ADVANCE_1 = 0x02,
    ADVANCE_2 = 0x03,
    ADVANCE_4 = 0x04,
    OFFSET_EXTENDED = 0x05,
    RESTORE_EXTENDED = 0x06,
    UNDEFINED = 0x07,
    SAME_VALUE = 0x08,
    REGISTER = 0x09,
    REMEMBER = 0x0a,
    RESTORE_STATE = 0x0b,
    DEF_CFA = 0x0c,
    DEF_CFA_REGISTER = 0x0d,
    DEF_CFA_OFFSET = 0x0e,
    DEF_CFA_EXPRESSION = 0x0f,
    EXPRESSION = 0x10,
    OFFSET_EXTENDED_SF = 0x11,
    DEF_CFA_SF = 0x12,
    DEF_CFA_OFFSET_SF = 0x13,
    VAL_OFFSET = 0x14,
    VAL_OFFSET_SF = 0x15,
    VAL_EXPRESSION = 0x16,
    AARCH64_NEGATE_RA_STATE = 0x2d,
    GNU_ARGS_SIZE = 0x2e,
};

/* Operations of expressions: DW_OP_breg0 and the following ones, DW_OP_deref. */
enum { BASE_REGISTER = 0x70, DEREFERENCE = 0x06 };

/* Returns the location of a register in a state; NULL if it is not needed. */
static struct kept *kept_of(const struct machine *machine, struct state *state, uint64_t reg)
{
    if (reg == machine->function->return_column)
        return &state->return_address;
    return reg == FRAME_POINTER ? &state->frame_pointer : NULL;
}

static void set_kept(struct machine *machine, uint64_t reg, struct kept kept)
{
    struct kept *to = kept_of(machine, &machine->now, reg);
    if (to)
        *to = kept;
}

static void restore(struct machine *machine, uint64_t reg)
{
    const struct kept *from = kept_of(machine, &machine->initial, reg);
    if (from)
        set_kept(machine, reg, *from);
}

static void set_base(struct machine *machine, uint64_t reg, int64_t size)
{
    machine->now.base = reg;
    machine->now.size = size;
    machine->now.loads = machine->now.unknown = false;
}

/* Advances the address; true if the following instructions describe code behind the requested
 * address. */
static bool advance(struct machine *machine, uint64_t steps)
{
    machine->at += steps * machine->function->code_step;
    return machine->at > machine->pc;
}

/* Reads an expression that adds a number to the frame pointer, and loads what is there if `loads`.
 * False if it is another one. */
static bool take_expression(struct unwind_bytes *bytes, bool loads, int64_t *number)
{
    uint64_t size = unwind_leb(bytes);
    struct unwind_bytes own = *bytes;
    unwind_skip(bytes, size);
    own.end = bytes->at;
    bool good = unwind_take(&own, 1) == BASE_REGISTER + FRAME_POINTER;
    *number = unwind_leb_signed(&own);
    good = good && (!loads || unwind_take(&own, 1) == DEREFERENCE);
    return good && !own.over && own.at == own.end;
}

static bool step_far(struct machine *machine, struct unwind_bytes *bytes, unsigned instruction)
{
    int64_t data = machine->function->data_step;
    struct kept kept = {KEPT_UNKNOWN, 0};
    uint64_t reg;
    switch (instruction) {
    case NOP:
    case AARCH64_NEGATE_RA_STATE:
        break;
    case ADVANCE_1:
        return advance(machine, unwind_take(bytes, 1));
    case ADVANCE_2:
        return advance(machine, unwind_take(bytes, 2));
    case ADVANCE_4:
        return advance(machine, unwind_take(bytes, 4));
    case OFFSET_EXTENDED:
        reg = unwind_leb(bytes);
        set_kept(machine, reg, (struct kept){KEPT_AT, (int64_t)unwind_leb(bytes) * data});
        break;
    case OFFSET_EXTENDED_SF:
        reg = unwind_leb(bytes);
        set_kept(machine, reg, (struct kept){KEPT_AT, unwind_leb_signed(bytes) * data});
        break;
    case RESTORE_EXTENDED:
        restore(machine, unwind_leb(bytes));
        break;
    case UNDEFINED:
        set_kept(machine, unwind_leb(bytes), (struct kept){KEPT_NOWHERE, 0});
        break;
    case SAME_VALUE:
        set_kept(machine, unwind_leb(bytes), (struct kept){KEPT_IN_PLACE, 0});
        break;
    case REGISTER:
    case VAL_OFFSET:
        set_kept(machine, unwind_leb(bytes), (struct kept){KEPT_UNKNOWN, 0});
        unwind_leb(bytes);
        break;
    case VAL_OFFSET_SF:
        set_kept(machine, unwind_leb(bytes), (struct kept){KEPT_UNKNOWN, 0});
        unwind_leb_signed(bytes);
        break;
    case EXPRESSION:
        reg = unwind_leb(bytes);
        kept.how = take_expression(bytes, false, &kept.at) ? KEPT_BY_FRAME_POINTER : KEPT_UNKNOWN;
        set_kept(machine, reg, kept);
        break;
    case VAL_EXPRESSION:
        set_kept(machine, unwind_leb(bytes), (struct kept){KEPT_UNKNOWN, 0});
        unwind_skip(bytes, unwind_leb(bytes));
        break;
    case REMEMBER:
        if (machine->depth < MOST_REMEMBERED)
            machine->remembered[machine->depth++] = machine->now;
        else
            machine->bad = true;
        break;
    case RESTORE_STATE:
        if (machine->depth)
            machine->now = machine->remembered[--machine->depth];
        else
            machine->bad = true;
        break;
    case DEF_CFA:
        reg = unwind_leb(bytes);
        set_base(machine, reg, (int64_t)unwind_leb(bytes));
        break;
    case DEF_CFA_SF:
        reg = unwind_leb(bytes);
        set_base(machine, reg, unwind_leb_signed(bytes) * data);
        break;
    case DEF_CFA_REGISTER:
        set_base(machine, unwind_leb(bytes), machine->now.size);
        break;
    case DEF_CFA_OFFSET:
        set_base(machine, machine->now.base, (int64_t)unwind_leb(bytes));
        break;
    case DEF_CFA_OFFSET_SF:
        set_base(machine, machine->now.base, unwind_leb_signed(bytes) * data);
        break;
    case DEF_CFA_EXPRESSION:
        machine->now.base = FRAME_POINTER;
        machine->now.loads = true;
        machine->now.unknown = !take_expression(bytes, true, &machine->now.size);
        break;
    case GNU_ARGS_SIZE:
        unwind_leb(bytes);
        break;
    default:
        machine->bad = true;
    }
    return false;
}

/* Executes one instruction; true if all relevant ones have been executed. */
static bool step(struct machine *machine, struct unwind_bytes *bytes)
{
    unsigned instruction = (unsigned)unwind_take(bytes, 1), low = instruction & LOW;
    switch (instruction & HIGH) {
    case ADVANCE:
        return advance(machine, low);
    case OFFSET:
        set_kept(machine, low,
                 (struct kept){KEPT_AT, (int64_t)unwind_leb(bytes) * machine->function->data_step});
        return false;
    case RESTORE:
        restore(machine, low);
        return false;
    default:
        return step_far(machine, bytes, instruction);
    }
}

static void execute(struct machine *machine, struct unwind_bytes bytes)
{
    while (!machine->bad && !bytes.over && bytes.at < bytes.end) {
        if (step(machine, &bytes))
            break;
    }
    machine->bad |= bytes.over;
}

static bool fits(int64_t number)
{
    return number >= INT32_MIN && number <= INT32_MAX;
}

static struct unwind_rule rule_of(const struct state *state)
{
    const struct kept *back = &state->return_address, *frame = &state->frame_pointer;
    if (back->how == KEPT_NOWHERE)
        return (struct unwind_rule){.is_known = true, .is_outermost = true};
    bool by_frame_pointer = frame->how == KEPT_BY_FRAME_POINTER;
    return (struct unwind_rule){
        .is_known =
            back->how <= KEPT_AT && !state->unknown && fits(state->size) && fits(back->at) &&
            fits(frame->at) && frame->how <= KEPT_BY_FRAME_POINTER &&
            (state->base == FRAME_POINTER || (state->base == STACK_POINTER && !by_frame_pointer)),
        .in_register = back->how == KEPT_IN_PLACE,
        .by_frame_pointer = state->base == FRAME_POINTER,
        .loads_stack_pointer = state->loads,
        .saves_frame_pointer = frame->how == KEPT_AT || by_frame_pointer,
        .saves_by_frame_pointer = by_frame_pointer,
        .size = (int32_t)state->size,
        .return_at = (int32_t)back->at,
        .frame_pointer_at = (int32_t)frame->at,
    };
}

struct unwind_rule unwind_rule_at(uintptr_t pc)
{
    struct measure_unwind_function function;
    if (!measure_unwind_function_of(pc, &function) || function.is_signal_frame)
        return (struct unwind_rule){.is_known = false};
    struct machine machine = {.function = &function, .at = function.start, .pc = UINTPTR_MAX};
    execute(&machine, function.common);
    machine.initial = machine.now;
    machine.at = function.start;
    machine.pc = pc;
    execute(&machine, function.own);
    if (machine.bad)
        return (struct unwind_rule){.is_known = false};
    return rule_of(&machine.now);
}
