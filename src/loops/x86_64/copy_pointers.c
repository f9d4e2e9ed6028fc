/* copy_pointers.c: the calls through pointers in the copy of an x86-64 function, which remember
 * their targets (enum format_pointer).
 *
 * A call through memory reads the pointer again when it is made, since it stays where it is in the
 * original. If another thread has changed the pointer in between, the function that is called finds
 * the context of another one: see drop_missed() in slow.c. */
#include "loops/x86_64/copy.h"

#include <stddef.h>

enum { WORD = 8, IN_REGISTER = 3 /* mod of an operand */ };

bool x86_64_is_free_of_r11(const struct loops_binary *binary, const struct loops_instruction *call)
{
    return call->kind == INSTRUCTION_CALL_REGISTER && !(call->reads & X86_64_BIT(R11)) &&
           !binary->is_go; /* it passes arguments in r11 */
}

/* The loader sets the pointers of the global offset table once, for most calls to functions that
 * are not measured: remembering those would only take room. */
bool x86_64_remembers(const struct loops_binary *binary, const struct loops_instruction *call)
{
    return x86_64_is_free_of_r11(binary, call) &&
           !(call->relative && loops_binary_is_got(binary, call->target));
}

/* Returns the offset of one of the cells of a call. */
static int32_t offset_of(const struct x86_copy *copy, uint32_t cell, enum format_pointer which)
{
    return (int32_t)loops_rewrite_cell(copy->function, cell + which);
}

/* Returns the register that holds the target of a call; X86_64_NONE if it is in memory. */
static unsigned target_of(const struct x86_copy *copy, const struct loops_instruction *in)
{
    struct x86_64_fields fields;
    x86_copy_fields(copy, in, &fields);
    return fields.mod == IN_REGISTER ? fields.rm : X86_64_NONE;
}

/* Compares the target of a call with one of its cells; r11 is the node, and is lost if the target
 * is in memory. */
static void compare_target(struct x86_copy *copy, const struct loops_instruction *in, int32_t cell)
{
    unsigned target = target_of(copy, in);
    if (target != X86_64_NONE) {
        emit_compare_with_memory(copy->plan, target, R11, cell);
        return;
    }
    emit_load(copy->plan, R11, R11, cell);
    x86_copy_compare_target(copy, in, R11);
}

/* Makes the context in one of the cells current. */
static void take_context(struct x86_copy *copy, const struct loops_instruction *in, int32_t cell)
{
    if (target_of(copy, in) == X86_64_NONE)
        emit_load_current(copy->plan, R11);
    emit_load(copy->plan, R11, R11, cell);
    emit_store_current(copy->plan, R11);
}

void x86_copy_point(struct x86_copy *copy, const struct loops_instruction *in, uint32_t note,
                    uint32_t cell)
{
    struct loops_plan *plan = copy->plan;
    emit_load_current(plan, R11);
    emit_store_narrow_value(plan, note, R11, offsetof(struct format_context, note));
    compare_target(copy, in, offset_of(copy, cell, FORMAT_POINTER_TARGET));
    uint32_t from = emit_branch(plan, EMIT_NOT_ZERO);
    take_context(copy, in, offset_of(copy, cell, FORMAT_POINTER_CONTEXT));
    x86_copy_add_later(copy, (struct x86_later){.kind = X86_LATER_POINTER,
                                                .from = from,
                                                .back = loops_plan_here(plan),
                                                .call = in,
                                                .what = cell});
}

void x86_copy_other_target(struct x86_copy *copy, const struct x86_later *later)
{
    struct loops_plan *plan = copy->plan;
    const struct loops_instruction *in = later->call;
    static const uint8_t others[] = {FORMAT_POINTER_OTHER, FORMAT_POINTER_THIRD,
                                     FORMAT_POINTER_FOURTH};
    bool in_memory = target_of(copy, in) == X86_64_NONE;
    uint32_t from = later->from;
    copy->origin_node = later->origin_node;
    copy->origin = later->origin;
    x86_copy_pushed(copy, 0);
    for (size_t i = 0; i < sizeof others; i++) {
        int32_t cell = offset_of(copy, later->what, others[i]);
        emit_lead_to(plan, from, loops_plan_here(plan));
        if (in_memory)
            emit_load_current(plan, R11);
        compare_target(copy, in, cell);
        from = emit_branch(plan, EMIT_NOT_ZERO);
        take_context(copy, in, cell + WORD);
        emit_lead_to(plan, emit_jump(plan), later->back);
    }
    x86_copy_add_later(
        copy, (struct x86_later){.kind = X86_LATER_SLOW,
                                 .from = from,
                                 .back = later->back,
                                 .call = in,
                                 .what = (uint32_t)FORMAT_SLOW_POINTER << FORMAT_SLOW_SHIFT |
                                         (in_memory ? FORMAT_SLOW_IN_MEMORY : 0) |
                                         (copy->function->probes.counters + later->what)});
}

/* Goes to the slow path after a call. It continues where the node that `later` names is in its
 * register. */
static void restore(struct x86_copy *copy, const struct x86_later *later, uint32_t from,
                    uint32_t back)
{
    x86_copy_add_later(
        copy, (struct x86_later){.kind = X86_LATER_SLOW,
                                 .from = from,
                                 .back = back,
                                 .what = (uint32_t)FORMAT_SLOW_RESTORE << FORMAT_SLOW_SHIFT,
                                 .node = later->node,
                                 .reloads = true});
}

bool x86_copy_point_back(struct x86_copy *copy, uint32_t needed)
{
    struct loops_plan *plan = copy->plan;
    int32_t note = offsetof(struct format_context, note);
    struct x86_later later = {.kind = X86_LATER_POINTER_BACK};
    if (needed & INSTRUCTION_FLAGS || !x86_copy_scratch(needed, 1, &later.node))
        return false;
    emit_load_current(plan, later.node);
    emit_compare_function(plan, later.node, copy->number, false);
    later.from = emit_branch(plan, EMIT_NOT_ZERO);
    later.back = loops_plan_here(plan);
    emit_compare_narrow(plan, later.node, note, 0);
    uint32_t from = emit_branch(plan, EMIT_ZERO);
    later.end = loops_plan_here(plan);
    emit_store_narrow_value(plan, 0, later.node, note);
    restore(copy, &later, from, later.end);
    x86_copy_add_later(copy, later);
    return true;
}

/* If the callee's context was made current before the call, it refers back to this node, and no
 * fold is over. */
void x86_copy_back_from_target(struct x86_copy *copy, const struct x86_later *later)
{
    struct loops_plan *plan = copy->plan;
    unsigned node = later->node;
    copy->origin_node = later->origin_node;
    copy->origin = later->origin;
    x86_copy_pushed(copy, 0);
    emit_lead_to(plan, later->from, loops_plan_here(plan));
    emit_load(plan, node, node, offsetof(struct format_context, back));
    emit_test(plan, node);
    restore(copy, later, emit_branch(plan, EMIT_ZERO), later->end);
    emit_compare_stack(plan);
    restore(copy, later, emit_branch(plan, EMIT_ABOVE), later->end);
    emit_compare_function(plan, node, copy->number, false);
    restore(copy, later, emit_branch(plan, EMIT_NOT_ZERO), later->end);
    emit_store_current(plan, node);
    emit_lead_to(plan, emit_jump(plan), later->back);
}
