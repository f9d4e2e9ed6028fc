/* copy_calls.c: the calls in the copy of a function, and the nodes that they need. */
#include "loops/aarch64/copy.h"

#include "loops/plan/call_notes.h"
#include "util/memory.h"

#include <stddef.h>

void copy_unless(struct copy *copy, uint32_t number, uint32_t what)
{
    copy_go_slow(copy, emit_branch_if_zero(number, false, 0), what);
}

/* Subtracts the function's own number from a register. */
static void put_difference(struct copy *copy, uint32_t number, bool narrow)
{
    uint32_t wide = narrow ? 0 : UINT32_C(1) << 31;
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_FUNCTION, copy->number);
    copy_put(copy, wide | UINT32_C(0x51400000) | number << 5 | number); /* sub, lsl #12 */
    copy_put(copy, wide | UINT32_C(0x51000000) | number << 5 | number);
}

/* Loads the function of the node in x17, and its note as the upper half, into x16, minus this
 * function's number. */
static void put_noted_difference(struct copy *copy)
{
    copy_put(copy, emit_load(X16, X17, offsetof(struct format_context, function)));
    put_difference(copy, X16, false);
}

void copy_compare(struct copy *copy, uint32_t number, uint32_t what)
{
    put_difference(copy, number, true);
    copy_go_slow(copy, emit_branch_unless_zero(number, true, 0), what);
}

/* Loads one of the thread's values for leaf functions; x16 is the thread pointer. */
static void load_quick(struct copy *copy, uint32_t to, enum format_quick what)
{
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_QUICK, what);
    copy_put(copy, emit_load(to, X16, 0));
}

void copy_check_entry(struct copy *copy, uint32_t needed)
{
    uint32_t enter = FORMAT_SLOW_ENTER << FORMAT_SLOW_SHIFT;
    copy_current(copy, X16, X17);
    if (!(needed & INSTRUCTION_FLAGS)) {
        load_quick(copy, X16, FORMAT_QUICK_STACK);
        copy_put(copy, UINT32_C(0xeb3063ff));            /* cmp sp, x16 */
        copy_go_slow(copy, UINT32_C(0x54000008), enter); /* b.hi */
        copy->later[copy->later_count - 1].back += 4 * 4;
    }
    put_noted_difference(copy);
    copy_go_slow(copy, emit_branch_unless_zero(X16, false, 0), enter);
}

/* Loads the current node into x17; goes to a slow path if it belongs to another function. */
static void put_check(struct copy *copy)
{
    copy_current(copy, X16, X17);
    copy_put(copy, emit_load_narrow(X16, X17, offsetof(struct format_context, function)));
    copy_compare(copy, X16, FORMAT_SLOW_RESTORE << FORMAT_SLOW_SHIFT);
}

void copy_land(struct copy *copy, uint32_t pad)
{
    copy_go_slow(copy, 0, (uint32_t)FORMAT_SLOW_LAND << FORMAT_SLOW_SHIFT | pad);
}

void copy_find_leaf(struct copy *copy)
{
    uint32_t slow = loops_plan_here(copy->plan) + 15 * 4;
    copy_current(copy, X16, X17);
    load_quick(copy, X16, FORMAT_QUICK_FROM);
    copy_put(copy, UINT32_C(0xeb11021f)); /* cmp x16, x17 */
    copy_put(copy,
             emit_redirect(UINT32_C(0x54000001), slow - loops_plan_here(copy->plan))); /* b.ne */
    copy_put(copy, emit_thread(X16));
    load_quick(copy, X17, FORMAT_QUICK_LIMIT);
    copy_put(copy, UINT32_C(0xeb3163ff)); /* cmp sp, x17 */
    copy_put(copy,
             emit_redirect(UINT32_C(0x54000008), slow - loops_plan_here(copy->plan))); /* b.hi */
    copy_put(copy, emit_thread(X16));
    load_quick(copy, X17, FORMAT_QUICK_LEAF);
    copy_put(copy, emit_load_narrow(X16, X17, offsetof(struct format_context, function)));
    put_difference(copy, X16, true);
    copy_put(copy, emit_branch_if_zero(X16, true, 8));
    copy_go_slow(copy, 0, FORMAT_SLOW_ENTER << FORMAT_SLOW_SHIFT);
}

/* Appends what follows a call that had its own node: makes the caller's node current again. */
static void put_back(struct copy *copy)
{
    copy_current(copy, X16, X17);
    copy_put(copy, emit_load(X17, X17, offsetof(struct format_context, back)));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_TLS, 0);
    copy_put(copy, emit_store(X17, X16, 0));
    copy_put(copy, emit_load_narrow(X16, X17, offsetof(struct format_context, function)));
    copy_compare(copy, X16, FORMAT_SLOW_RESTORE << FORMAT_SLOW_SHIFT);
}

/* Notes the loop before a call of a function that is not counted. The call itself may use x16 and
 * x17. */
static void put_note(struct copy *copy, const struct loops_instruction *in)
{
    bool used = in->reads & (REGISTER(X16) | REGISTER(X17));
    if (used)
        copy_put(copy, emit_push(X16, X17));
    copy_pushed(copy, used);
    if (!copy->keeps_node)
        copy_current(copy, X17, X17);
    copy_put(copy, emit_low_half(X16, loops_notes_of(copy->function, copy->node)));
    copy_put(copy, emit_store_narrow(X16, X17, offsetof(struct format_context, note)));
    if (used)
        copy_put(copy, emit_pop(X16, X17));
    copy_pushed(copy, 0);
}

/* Appends what follows such a call: like put_check(), and clears the note and the thread's memory
 * of a leaf that was called back repeatedly. If there is no note, unmeasured code entered the
 * function again meanwhile: the slow path removes the fold of that entry. */
static void put_note_over(struct copy *copy)
{
    uint32_t restore = FORMAT_SLOW_RESTORE << FORMAT_SLOW_SHIFT;
    copy_current(copy, X16, X17);
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_QUICK, FORMAT_QUICK_FROM);
    copy_put(copy, emit_store(ZERO, X16, 0));
    put_noted_difference(copy);
    copy_go_slow(copy, emit_branch_if_zero(X16, false, 0), restore);
    copy->later[copy->later_count - 1].back += 4;
    copy_go_slow(copy, emit_branch_unless_zero(X16, true, 0), restore);
    copy_put(copy, emit_store_narrow(ZERO, X17, offsetof(struct format_context, note)));
}

/* Returns the offset of one of the cells of a call through a pointer. */
static uint32_t pointer_cell(const struct copy *copy, uint32_t cell, enum format_pointer which)
{
    return loops_rewrite_cell(copy->function, cell + which);
}

/* Computes x16 = a cell of the node in x17 - a register. */
static void put_cell_difference(struct copy *copy, uint32_t cell, enum format_pointer which,
                                uint32_t number)
{
    copy_put(copy, emit_load(X16, X17, pointer_cell(copy, cell, which)));
    copy_put(copy, emit_subtract(X16, X16, number, false));
}

/* Appends what precedes a call through a pointer: if the target is one that the call remembers, its
 * context becomes current. x17 holds the node if it is kept there, or was loaded for a note. */
static void put_pointer(struct copy *copy, const struct loops_instruction *in, uint32_t cell)
{
    uint32_t word;
    const uint8_t *bytes =
        loops_binary_bytes(copy->rewriting->binary, in->address, sizeof word, NULL);
    __builtin_memcpy(&word, bytes, sizeof word);
    uint32_t number = number_of(word, RN);
    if (!copy->keeps_node && !copy->function->notes)
        copy_current(copy, X17, X17);
    put_cell_difference(copy, cell, FORMAT_POINTER_TARGET, number);
    copy_put(copy, emit_branch_if_zero(X16, false, INT64_C(6) * 4));
    put_cell_difference(copy, cell, FORMAT_POINTER_OTHER, number);
    copy_add_later(
        copy, (struct copy_later){
                  .kind = LATER_SLOW,
                  .from = loops_plan_here(copy->plan),
                  .back = loops_plan_here(copy->plan) + 5 * 4,
                  .what = FORMAT_SLOW_POINTER << FORMAT_SLOW_SHIFT |
                          (copy->function->probes.counters + cell),
                  .first = emit_store(number, X17, pointer_cell(copy, cell, FORMAT_POINTER_ASKED)),
                  .branch = emit_branch_unless_zero(X16, false, 0),
                  .origin_node = copy->origin_node,
                  .origin = copy->origin});
    copy_put(copy, 0);
    copy_put(copy, emit_load(X17, X17, pointer_cell(copy, cell, FORMAT_POINTER_OTHER_CONTEXT)));
    copy_put(copy, emit_jump(8));
    copy_put(copy, emit_load(X17, X17, pointer_cell(copy, cell, FORMAT_POINTER_CONTEXT)));
    copy_put(copy, emit_thread(X16));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_TLS, 0);
    copy_put(copy, emit_store(X17, X16, 0));
}

/* Jumps `further` bytes if the context in x17 is the one in a cell of its caller's node. */
static void put_if_remembered(struct copy *copy, uint32_t cell, enum format_pointer which,
                              int64_t further)
{
    copy_put(copy, emit_load(X16, X17, offsetof(struct format_context, back)));
    copy_put(copy, emit_load(X16, X16, pointer_cell(copy, cell, which)));
    copy_put(copy, emit_subtract(X16, X16, X17, false));
    copy_put(copy, emit_branch_if_zero(X16, false, further));
}

/* Appends what follows a call through a pointer. Either the callee has no context of its own, or
 * its context was made current before the call and refers back to this node. In all other cases
 * contexts of calls in between may be left, which the slow path removes. Leaves the node in x17. */
static void put_pointer_back(struct copy *copy, uint32_t cell)
{
    uint32_t function = offsetof(struct format_context, function);
    uint32_t back = offsetof(struct format_context, back);
    copy_current(copy, X16, X17);
    copy_put(copy, emit_load_narrow(X16, X17, function));
    put_difference(copy, X16, true);
    copy_put(copy, emit_branch_if_zero(X16, true, INT64_C(19) * 4));
    copy_put(copy, emit_load(X16, X17, back));
    copy_put(copy, emit_branch_if_zero(X16, false, INT64_C(13) * 4));
    copy_put(copy, emit_load_narrow(X16, X16, function));
    put_difference(copy, X16, true);
    copy_put(copy, emit_branch_unless_zero(X16, true, INT64_C(9) * 4));
    put_if_remembered(copy, cell, FORMAT_POINTER_CONTEXT, INT64_C(6) * 4);
    put_if_remembered(copy, cell, FORMAT_POINTER_OTHER_CONTEXT, 8);
    copy_go_slow(copy, 0, FORMAT_SLOW_RESTORE << FORMAT_SLOW_SHIFT);
    copy->later[copy->later_count - 1].back += 12;
    copy_put(copy, emit_load(X17, X17, back));
    copy_put(copy, emit_thread(X16));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_TLS, 0);
    copy_put(copy, emit_store(X17, X16, 0));
    if (!copy->function->notes)
        return;
    copy_put(copy, emit_load_narrow(X16, X17, offsetof(struct format_context, note)));
    copy_go_slow(copy, emit_branch_if_zero(X16, true, 0), FORMAT_SLOW_RESTORE << FORMAT_SLOW_SHIFT);
    copy_put(copy, emit_thread(X16));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_QUICK, FORMAT_QUICK_FROM);
    copy_put(copy, emit_store(ZERO, X16, 0));
    copy_put(copy, emit_store_narrow(ZERO, X17, offsetof(struct format_context, note)));
}

/* Appends the lookup of the callee's node in a slot. A leaf gets its node in x17; for others it
 * becomes the current one. */
static void put_slot(struct copy *copy, const struct loops_rewritten *callee, uint32_t number,
                     enum format_slow slow)
{
    uint32_t slot = copy->slot++;
    struct format_slot element = {.function = number, .node = copy->node};
    loops_plan_append(copy->plan, FORMAT_PLAN_SLOTS, &element, sizeof element);
    if (!copy->keeps_node)
        copy_current(copy, X17, X17);
    copy_put(copy, emit_load(X17, X17, loops_rewrite_slot(copy->function, slot)));
    copy_unless(copy, X17, (uint32_t)slow << FORMAT_SLOW_SHIFT | slot);
    if (callee->is_leaf)
        return;
    copy_put(copy, emit_thread(X16));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_TLS, 0);
    copy_put(copy, emit_store(X17, X16, 0));
}

/* True if the callee has counters, or calls others, and is not this function. */
static bool needs_slot(const struct copy *copy, const struct loops_rewritten *callee)
{
    return callee && callee != copy->function && !(callee->is_leaf && !callee->probes.counters);
}

/* Returns the function at `target` if it has a copy, and its number; otherwise NULL. */
static struct loops_rewritten *callee_at(const struct copy *copy, uint64_t target, uint32_t *number)
{
    const struct loops_binary *binary = copy->rewriting->binary;
    const struct loops_binary_function *found = loops_binary_function_at(binary, target);
    if (!found || found->start != target)
        return NULL;
    *number = (uint32_t)(found - binary->functions);
    struct loops_rewritten *callee = &copy->rewriting->functions[*number];
    return callee->why ? NULL : callee;
}

/* Notes a direct call, to be completed when all copies have their positions. */
static void add_late(struct copy *copy, uint64_t address, uint32_t at, uint32_t function)
{
    struct loops_rewriting *rewriting = copy->rewriting;
    rewriting->late = memory_grow(rewriting->late, &rewriting->late_room, rewriting->late_count + 1,
                                  sizeof *rewriting->late);
    rewriting->late[rewriting->late_count++] = (struct late){address, at, function, false};
}

/* Appends a call that cannot be executed in the original because its instruction is replaced there.
 * It sets the return address of the original. */
static void put_call_here(struct copy *copy, const struct loops_instruction *in, bool has_copy,
                          uint32_t number)
{
    uint64_t back = in->address + 4;
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_PAGE, back);
    copy_put(copy, emit_page(X30));
    copy_put(copy, emit_add(X30, X30, (int64_t)(back & 4095), false));
    if (in->kind == INSTRUCTION_CALL_REGISTER) {
        uint32_t word;
        const uint8_t *bytes = loops_binary_bytes(copy->rewriting->binary, in->address, 4, NULL);
        __builtin_memcpy(&word, bytes, sizeof word);
        copy_put(copy, UINT32_C(0xaa0003f0) | number_of(word, RN) << 16); /* mov x16, xn */
        copy_put(copy, UINT32_C(0xd61f0200));                             /* br x16 */
    } else if (has_copy) {
        add_late(copy, 0, loops_plan_here(copy->plan), number);
        copy_put(copy, 0);
    } else {
        loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_JUMP, in->target);
        copy_put(copy, emit_jump(0));
    }
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

void copy_call(struct copy *copy, const struct loops_instruction *in, uint32_t back)
{
    uint32_t number = 0;
    const struct loops_rewritten *callee =
        in->kind == INSTRUCTION_CALL ? callee_at(copy, in->target, &number) : NULL;
    /* If the original may be executed too, its calls must use the entry for all callers, which does
     * not expect the node of a leaf in a register. */
    bool sure = !copy->graph->is_guess;
    if (!sure && callee && callee->is_leaf)
        callee = NULL;
    bool slot = needs_slot(copy, callee);
    if (slot)
        put_slot(copy, callee, number, FORMAT_SLOW_CALL);
    bool quiet = loops_notes_is_quiet(copy->graph, in);
    bool notes = !callee && copy->function->notes && !quiet;
    if (notes)
        put_note(copy, in);
    const struct loops_binary *binary = copy->rewriting->binary;
    bool remembers = copy->function->remembers && back != COPY_NOWHERE &&
                     binary->architecture->remembers(binary, in);
    uint32_t cell = copy->pointer;
    if (remembers) {
        put_pointer(copy, in, cell);
        copy->pointer += FORMAT_POINTER_CELLS;
    }
    if (copy_is_taken(copy, in->address)) {
        put_call_here(copy, in, callee, number);
    } else {
        loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_JUMP, in->address);
        copy_put(copy, emit_jump(0));
        if (callee && sure)
            add_late(copy, in->address, COPY_NOWHERE, number);
    }
    if (back == COPY_NOWHERE)
        return; /* it never returns */
    loops_plan_patch(copy->plan, in->address + 4, FORMAT_PATCH_JUMP, loops_plan_here(copy->plan));
    copy_origin(copy, copy->node, in->address + 4);
    if (remembers)
        put_pointer_back(copy, cell);
    else if (notes)
        put_note_over(copy);
    else if (!quiet && (!callee || (callee == copy->function && jumps_away(copy->graph))))
        put_check(copy);
    else if (slot && !callee->is_leaf)
        put_back(copy);
    else if ((slot || quiet) && copy->keeps_node)
        copy_current(copy, X17, X17);
}

void copy_tail_call(struct copy *copy, uint64_t target)
{
    uint32_t number = 0;
    const struct loops_rewritten *callee = callee_at(copy, target, &number);
    if (!callee) {
        loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_JUMP, target);
        copy_put(copy, emit_jump(0));
        return;
    }
    if (needs_slot(copy, callee))
        put_slot(copy, callee, number, callee->is_leaf ? FORMAT_SLOW_CALL : FORMAT_SLOW_JUMP);
    add_late(copy, 0, loops_plan_here(copy->plan), number);
    copy_put(copy, 0);
}
