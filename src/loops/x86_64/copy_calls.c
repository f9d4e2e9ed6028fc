/* copy_calls.c: the calls in the copy of an x86-64 function, and the nodes that they need. */
#include "loops/x86_64/copy.h"

#include "loops/flow/liveness.h"
#include "loops/plan/call_notes.h"
#include "loops/plan/idle_registers.h"
#include "util/memory.h"

#include <stddef.h>

enum { WORD = 8 };

/* A register that is borrowed, and the flags, pushed if they are needed. */
struct loan {
    unsigned number;
    bool pushed, flags;
};

/* Returns the bytes that a loan has pushed. */
static uint32_t pushed(const struct loan *loan)
{
    return (loan->pushed ? WORD : 0U) + (loan->flags ? WORD : 0U);
}

/* Appends code that saves what is needed, and returns the borrowed register. */
static struct loan borrow(struct x86_copy *copy, uint32_t needed)
{
    struct loan loan = {.flags = needed & INSTRUCTION_FLAGS};
    if (!x86_copy_scratch(needed, 1, &loan.number)) {
        loan.pushed = true;
        loan.number = R11;
    }
    if (loan.flags)
        emit_push_flags(copy->plan);
    x86_copy_pushed(copy, loan.flags ? WORD : 0);
    if (loan.pushed)
        emit_push(copy->plan, loan.number);
    x86_copy_pushed(copy, pushed(&loan));
    return loan;
}

static void give_back(struct x86_copy *copy, const struct loan *loan)
{
    if (loan->pushed)
        emit_pop(copy->plan, loan->number);
    x86_copy_pushed(copy, loan->flags ? WORD : 0);
    if (loan->flags)
        emit_pop_flags(copy->plan);
    x86_copy_pushed(copy, 0);
}

/* Goes to a slow path on a condition; a register is borrowed meanwhile. */
static void go_slow(struct x86_copy *copy, const struct loan *loan, enum emit_condition when,
                    enum format_slow slow)
{
    uint32_t from = emit_branch(copy->plan, when);
    x86_copy_add_later(copy, (struct x86_later){.kind = X86_LATER_SLOW,
                                                .from = from,
                                                .back = loops_plan_here(copy->plan),
                                                .what = (uint32_t)slow << FORMAT_SLOW_SHIFT,
                                                .pushed = pushed(loan)});
}

/* Goes to a slow path unless the node in the borrowed register belongs to this function and, when
 * the function is entered, is in no call of unmeasured code, which then enters it again. */
static void compare(struct x86_copy *copy, const struct loan *loan, enum format_slow slow)
{
    emit_compare_function(copy->plan, loan->number, copy->number, slow == FORMAT_SLOW_ENTER);
    go_slow(copy, loan, EMIT_NOT_ZERO, slow);
}

/* Goes to a slow path unless the current node belongs to this function. */
static void check(struct x86_copy *copy, uint32_t needed, enum format_slow slow)
{
    struct loan loan = borrow(copy, needed);
    emit_load_current(copy->plan, loan.number);
    compare(copy, &loan, slow);
    give_back(copy, &loan);
}

/* Stores a note in the current node. */
static void store_note(struct x86_copy *copy, const struct loan *loan, uint32_t note)
{
    emit_load_current(copy->plan, loan->number);
    emit_store_narrow_value(copy->plan, note, loan->number, offsetof(struct format_context, note));
}

/* Notes the loop before a call of a function that is not counted. Preserves the flags. */
static void put_note(struct x86_copy *copy, uint32_t needed)
{
    struct loan loan = borrow(copy, needed & ~(uint32_t)INSTRUCTION_FLAGS);
    store_note(copy, &loan, loops_notes_of(copy->function, copy->node));
    give_back(copy, &loan);
}

/* Appends what follows such a call: like check(), and clears the note. If there is none, unmeasured
 * code entered the function again meanwhile: the slow path removes the fold of that entry. */
static void put_note_over(struct x86_copy *copy, uint32_t needed)
{
    struct loan loan = borrow(copy, needed);
    emit_load_current(copy->plan, loan.number);
    size_t first = copy->later_count;
    compare(copy, &loan, FORMAT_SLOW_RESTORE);
    emit_compare_narrow(copy->plan, loan.number, offsetof(struct format_context, note), 0);
    go_slow(copy, &loan, EMIT_ZERO, FORMAT_SLOW_RESTORE);
    for (size_t i = first; i < copy->later_count; i++) {
        copy->later[i].back = loops_plan_here(copy->plan);
        copy->later[i].node = loan.number;
        copy->later[i].reloads = true;
    }
    emit_store_narrow_value(copy->plan, 0, loan.number, offsetof(struct format_context, note));
    give_back(copy, &loan);
}

void x86_copy_enter(struct x86_copy *copy, uint32_t needed)
{
    static const struct loan none;
    size_t first = copy->later_count;
    bool compares = !(needed & INSTRUCTION_FLAGS);
    if (compares) {
        emit_compare_stack(copy->plan);
        go_slow(copy, &none, EMIT_ABOVE, FORMAT_SLOW_ENTER);
    }
    check(copy, needed, FORMAT_SLOW_ENTER);
    if (compares)
        copy->later[first].back = loops_plan_here(copy->plan);
}

void x86_copy_land(struct x86_copy *copy, uint32_t pad)
{
    uint32_t from = emit_jump(copy->plan);
    x86_copy_add_later(
        copy, (struct x86_later){.kind = X86_LATER_SLOW,
                                 .from = from,
                                 .back = loops_plan_here(copy->plan),
                                 .what = (uint32_t)FORMAT_SLOW_LAND << FORMAT_SLOW_SHIFT | pad});
}

/* Appends what follows a call that had its own node: makes the caller's node current again. */
static void put_back(struct x86_copy *copy, uint32_t needed)
{
    struct loan loan = borrow(copy, needed);
    emit_load_current(copy->plan, loan.number);
    emit_load(copy->plan, loan.number, loan.number, offsetof(struct format_context, back));
    emit_store_current(copy->plan, loan.number);
    compare(copy, &loan, FORMAT_SLOW_RESTORE);
    give_back(copy, &loan);
}

/* Appends the lookup of the callee's node in a slot; it becomes the current node. */
static void put_slot(struct x86_copy *copy, uint32_t function, enum format_slow slow,
                     uint32_t needed)
{
    uint32_t slot = copy->slot++;
    struct format_slot element = {.function = function, .node = copy->node};
    loops_plan_append(copy->plan, FORMAT_PLAN_SLOTS, &element, sizeof element);
    struct loan loan = borrow(copy, needed);
    emit_load_current(copy->plan, loan.number);
    emit_load(copy->plan, loan.number, loan.number,
              (int32_t)loops_rewrite_slot(copy->function, slot));
    emit_test(copy->plan, loan.number);
    uint32_t from = emit_branch(copy->plan, EMIT_ZERO);
    emit_store_current(copy->plan, loan.number);
    x86_copy_add_later(copy, (struct x86_later){.kind = X86_LATER_SLOW,
                                                .from = from,
                                                .back = loops_plan_here(copy->plan),
                                                .what = (uint32_t)slow << FORMAT_SLOW_SHIFT | slot,
                                                .pushed = pushed(&loan)});
    give_back(copy, &loan);
}

/* Appends the slot for a call of the second copy of a function, which gets its node in r11. The
 * current node remains. */
static void put_slot_of_second(struct x86_copy *copy, uint32_t function)
{
    uint32_t slot = copy->slot++;
    struct format_slot element = {.function = function, .node = copy->node};
    loops_plan_append(copy->plan, FORMAT_PLAN_SLOTS, &element, sizeof element);
    emit_load_current(copy->plan, R11);
    emit_load(copy->plan, R11, R11, (int32_t)loops_rewrite_slot(copy->function, slot));
    emit_test(copy->plan, R11);
    uint32_t from = emit_branch(copy->plan, EMIT_ZERO);
    x86_copy_add_later(
        copy, (struct x86_later){.kind = X86_LATER_SLOW,
                                 .from = from,
                                 .back = loops_plan_here(copy->plan),
                                 .what = (uint32_t)FORMAT_SLOW_LEAF << FORMAT_SLOW_SHIFT | slot});
}

static bool needs_slot(const struct x86_copy *copy, const struct loops_rewritten *callee)
{
    return callee && callee != copy->function;
}

/* Returns the function at `target` if it has a copy, and its number; otherwise NULL. */
static struct loops_rewritten *callee_at(const struct x86_copy *copy, uint64_t target,
                                         uint32_t *number)
{
    const struct loops_binary_function *found = loops_binary_function_at(copy->binary, target);
    if (!found || found->start != target)
        return NULL;
    *number = (uint32_t)(found - copy->binary->functions);
    struct loops_rewritten *callee = &copy->rewriting->functions[*number];
    return callee->why ? NULL : callee;
}

/* Notes a direct call, to be completed when all copies have their positions. */
static void add_late(struct x86_copy *copy, uint64_t address, uint32_t at, uint32_t function,
                     bool second)
{
    struct loops_rewriting *rewriting = copy->rewriting;
    rewriting->late = memory_grow(rewriting->late, &rewriting->late_room, rewriting->late_count + 1,
                                  sizeof *rewriting->late);
    rewriting->late[rewriting->late_count++] = (struct late){address, at, function, second};
}

/* Appends a call that cannot be executed in the original because its bytes are needed there. It
 * replaces the return address by that of the original. Processors predict returns by calls, so a
 * mere push would make them predict wrongly where all functions further up the stack return to;
 * they ignore a call of the next instruction. */
static void put_call_here(struct x86_copy *copy, const struct loops_instruction *in,
                          const struct loops_rewritten *callee, uint32_t number, bool second)
{
    struct loops_plan *plan = copy->plan;
    enum { STOP = 0xcc }; /* int3 */
    uint32_t over = emit_call(plan);
    emit_byte(plan, STOP);
    emit_lead_to(plan, over, loops_plan_here(plan));
    x86_copy_pushed(copy, WORD);
    emit_move_stack(plan, WORD);
    x86_copy_pushed(copy, 0);
    uint32_t at = emit_push_near(plan);
    x86_copy_pushed(copy, WORD);
    if (in->kind == INSTRUCTION_CALL_REGISTER)
        x86_copy_jump_instead(copy, in);
    else if (callee)
        add_late(copy, 0, emit_jump(plan), number, second);
    else
        emit_lead_out(plan, emit_jump(plan), in->target);
    emit_lead_to(plan, at, loops_plan_here(plan));
    loops_plan_move(plan, loops_plan_here(plan), FORMAT_MOVE_ADDRESS, in->address + in->size);
    emit_word(plan, 0);
    emit_word(plan, 0);
}

/* Appends a call that is made at the end of its bytes in the original, through r11. */
static void put_shorter_call(struct x86_copy *copy, const struct loops_instruction *in,
                             const struct loops_rewritten *callee, uint32_t number)
{
    struct loops_plan *plan = copy->plan;
    uint64_t call = in->address + in->size - LAYOUT_CALL_SIZE;
    if (in->kind == INSTRUCTION_CALL_REGISTER)
        x86_copy_load_target(copy, in, R11);
    else if (callee)
        add_late(copy, 0, emit_address(plan, R11), number, false);
    else
        emit_lead_out(plan, emit_address(plan, R11), in->target);
    emit_lead_out(plan, emit_jump(plan), call);
    loops_plan_patch(plan, call, FORMAT_PATCH_REGISTER, 0);
}

/* True if a function may continue in another one (tail call), which then returns with its own node.
 */
static bool jumps_away(const struct loops_graph *graph)
{
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind == GRAPH_LEAVE &&
            loops_graph_last(graph, edge->from)->kind != INSTRUCTION_RETURN)
            return true;
    }
    return false;
}

/* Returns the registers that are needed before a call: by the callee, after it, and where its
 * exceptions land. */
static uint32_t needed_before(const struct x86_copy *copy, const struct loops_instruction *in,
                              uint32_t back)
{
    uint32_t needs, kills, after = copy->pads | copy->function->live[GRAPH_OUTSIDE];
    loops_liveness_of(in, copy->binary, &needs, &kills);
    if (back != X86_COPY_NOWHERE)
        after |= copy->function->live[copy->graph->edges[back].to];
    if (in->kind == INSTRUCTION_CALL)
        needs |= loops_idle_registers_taken(copy->binary, copy->rewriting->functions, in->target);
    return needs | (after & ~kills);
}

/* True if r11 is free before a call. Before one through a pointer it is by the ABI, unless some
 * caller knows what it calls so, or the call itself reads it. */
static bool frees_r11(const struct x86_copy *copy, const struct loops_instruction *in,
                      uint32_t back)
{
    if (in->kind == INSTRUCTION_CALL_REGISTER && !copy->function->pointers_keep)
        return x86_64_is_free_of_r11(copy->binary, in);
    return !((needed_before(copy, in, back) | in->reads) & X86_64_BIT(R11));
}

/* True if a call is made at the end of its bytes in the original, through r11, which is free. */
static bool is_shorter(const struct x86_copy *copy, const struct loops_instruction *in,
                       uint32_t back)
{
    return copy->layout->calls[copy->node] == LAYOUT_CALL_SHORTER && frees_r11(copy, in, back);
}

/* True if a call goes to the second copy of its function: r11 is free before and after it. If the
 * original of the caller may be executed, its calls pass no node. */
static bool calls_second(const struct x86_copy *copy, const struct loops_rewritten *callee,
                         const struct loops_instruction *in, uint32_t back)
{
    uint32_t needed = needed_before(copy, in, back);
    if (back != X86_COPY_NOWHERE)
        needed |= copy->function->live[copy->graph->edges[back].to];
    return callee->is_doubled && !copy->graph->is_guess &&
           !(needed & (X86_64_BIT(R11) | INSTRUCTION_FLAGS));
}

/* True if a call remembers its targets: it returns, and r11 and the flags are free before it. */
static bool points_to(const struct x86_copy *copy, const struct loops_instruction *in,
                      uint32_t back)
{
    return copy->function->remembers && back != X86_COPY_NOWHERE &&
           x86_64_remembers(copy->binary, in) && frees_r11(copy, in, back) &&
           !(needed_before(copy, in, back) & INSTRUCTION_FLAGS);
}

void x86_copy_call(struct x86_copy *copy, const struct loops_instruction *in, uint32_t back)
{
    uint32_t number = 0;
    const struct loops_rewritten *callee =
        in->kind == INSTRUCTION_CALL ? callee_at(copy, in->target, &number) : NULL;
    bool slot = needs_slot(copy, callee);
    bool shorter = is_shorter(copy, in, back);
    bool second = slot && !shorter && calls_second(copy, callee, in, back);
    if (second)
        put_slot_of_second(copy, number);
    else if (slot)
        put_slot(copy, number, FORMAT_SLOW_CALL, needed_before(copy, in, back));
    bool quiet = loops_notes_is_quiet(copy->graph, in);
    bool notes = !callee && copy->function->notes && !quiet;
    bool points = points_to(copy, in, back);
    if (points)
        x86_copy_point(copy, in, loops_notes_of(copy->function, copy->node), copy->pointer);
    else if (notes)
        put_note(copy, needed_before(copy, in, back));
    copy->pointer += points ? FORMAT_POINTER_CELLS : 0U;
    if (shorter) {
        put_shorter_call(copy, in, callee, number);
    } else if (copy->layout->calls[copy->node] != LAYOUT_CALL_STAYS) {
        put_call_here(copy, in, callee, number, second);
    } else {
        enum { CALL = 5 }; /* bytes of a call, without prefixes */
        emit_lead_out(copy->plan, emit_jump(copy->plan), in->address);
        if (callee && !copy->graph->is_guess) /* otherwise the original may be executed too */
            add_late(copy, in->address + in->size - CALL, X86_COPY_NOWHERE, number, second);
    }
    if (back == X86_COPY_NOWHERE)
        return; /* it never returns */
    uint32_t needed = copy->function->live[copy->graph->edges[back].to];
    layout_patch(copy->layout, copy->plan, in->address + in->size, loops_plan_here(copy->plan));
    x86_copy_origin(copy, copy->node, in->address + in->size);
    if (quiet || (points && x86_copy_point_back(copy, needed)))
        return;
    if (notes)
        put_note_over(copy, needed);
    else if (!callee || (callee == copy->function && jumps_away(copy->graph)))
        check(copy, needed, FORMAT_SLOW_RESTORE);
    else if (slot && !second)
        put_back(copy, needed);
}

void x86_copy_tail_call(struct x86_copy *copy, uint64_t target)
{
    uint32_t number = 0;
    const struct loops_rewritten *callee = callee_at(copy, target, &number);
    if (!callee) {
        emit_lead_out(copy->plan, emit_jump(copy->plan), target);
        return;
    }
    if (needs_slot(copy, callee))
        put_slot(copy, number, FORMAT_SLOW_JUMP,
                 copy->function->live[GRAPH_OUTSIDE] | copy->binary->architecture->arguments |
                     loops_idle_registers_taken(copy->binary, copy->rewriting->functions, target));
    add_late(copy, 0, emit_jump(copy->plan), number, false);
}
