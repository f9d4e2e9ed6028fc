/* copy_probes.c: the counters and timers in the copy of a function. */
#include "loops/aarch64/copy_registers.h"

#include "loops/plan/timers.h"

#include <assert.h>

void copy_current(struct copy *copy, uint32_t thread, uint32_t node)
{
    copy_put(copy, emit_thread(thread));
    loops_plan_move(copy->plan, loops_plan_here(copy->plan), FORMAT_MOVE_TLS, 0);
    copy_put(copy, emit_load(node, thread, 0));
}

/* Appends counter += value. */
static void put_count(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                      uint32_t first, int64_t value)
{
    uint32_t counter = loops_rewrite_counter(probe->counter);
    copy_put(copy, emit_load(first, node, counter));
    copy_put(copy, emit_add(first, first, value, false));
    copy_put(copy, emit_store(first, node, counter));
}

/* Appends counter += register `way`. */
static void put_sum(struct copy *copy, const struct loops_probe *probe, uint32_t node, uint32_t way,
                    uint32_t second)
{
    uint32_t counter = loops_rewrite_counter(probe->counter);
    copy_put(copy, emit_load(second, node, counter));
    copy_put(copy, emit_add_registers(second, second, way));
    copy_put(copy, emit_store(second, node, counter));
}

/* Appends counter += the distance from the cell to the register. */
static void put_add(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                    uint32_t first, uint32_t second)
{
    const struct loops_induction *induction = probe->induction;
    uint32_t number = induction->number;
    bool narrow = induction->is_narrow;
    copy_put(copy, emit_load(first, node, loops_rewrite_cell(copy->function, probe->cell)));
    if (probe->before) {
        copy_put(copy, emit_add(second, number, induction->step, narrow));
        number = second;
    }
    if (induction->step > 0)
        copy_put(copy, emit_subtract(first, number, first, narrow));
    else
        copy_put(copy, emit_subtract(first, first, number, narrow));
    put_sum(copy, probe, node, first, second);
}

/* A distance between two ends, each of which is a register or a constant: for probes that are
 * executed once per visit of a loop, where it is entered or left. */
struct way {
    uint32_t from, to; /* registers; ZERO if the end is a constant */
    int64_t more;      /* constant that is added */
};

/* Returns the distance that a probe of kind PROBE_AHEAD or PROBE_BEHIND adds. */
static struct way way_of(const struct loops_probe *probe)
{
    const struct loops_induction *induction = probe->induction;
    struct way way = {ZERO, ZERO, -induction->step};
    if (probe->kind == PROBE_BEHIND) {
        way.to = induction->number;
        way.more += (probe->before ? induction->step : 0) - induction->start;
    } else {
        if (induction->end_register != INSTRUCTION_NO_REGISTER)
            way.to = induction->end_register;
        else
            way.more += induction->end;
        if (induction->has_start)
            way.more -= induction->start;
        else
            way.from = induction->number;
    }
    if (induction->step < 0)
        way = (struct way){way.to, way.from, -way.more};
    return way;
}

/* Appends counter += the distance of a probe. With 64 bits one scratch register is enough; with 32
 * bits, or if the distance is needed afterwards, it is computed in `first` before it is added. */
static void put_way(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                    uint32_t first, uint32_t second)
{
    struct way way = way_of(probe);
    uint32_t counter = loops_rewrite_counter(probe->counter);
    bool narrow = probe->induction->is_narrow, is_kept = probe->pair != COUNTERS_NONE;
    if (way.from == ZERO && way.to == ZERO) {
        put_count(copy, probe, node, first, way.more);
        if (is_kept)
            copy_put(copy, emit_low_half(first, (uint32_t)way.more));
        return;
    }
    if (narrow || is_kept) {
        copy_put(copy, emit_subtract(first, way.to, way.from, narrow));
        if (way.more)
            copy_put(copy, emit_add(first, first, way.more, narrow));
        put_sum(copy, probe, node, first, second);
        return;
    }
    copy_put(copy, emit_load(first, node, counter));
    if (way.to != ZERO)
        copy_put(copy, emit_add_registers(first, first, way.to));
    if (way.from != ZERO)
        copy_put(copy, emit_subtract(first, first, way.from, false));
    if (way.more)
        copy_put(copy, emit_add(first, first, way.more, false));
    copy_put(copy, emit_store(first, node, counter));
}

/* Appends counter += 1 if the cell holds the part. */
static void put_visit(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                      uint32_t first)
{
    copy_put(copy, emit_load(first, node, loops_rewrite_cell(copy->function, probe->cell)));
    if (probe->part > 4095) /* sub, lsl #12 */
        copy_put(copy, UINT32_C(0xd1400000) | (probe->part >> 12) << 10 | first << 5 | first);
    copy_put(copy, emit_add(first, first, -(int64_t)(probe->part & 4095), false));
    copy_put(copy, emit_branch_unless_zero(first, false, 16));
    put_count(copy, probe, node, first, 1);
}

/* Registers that the probes of an edge may use. */
struct scratch {
    uint32_t node;   /* holds the node */
    uint32_t all[3]; /* as many as scratch_of() demands */
    uint32_t pairs;  /* of registers that have been pushed */
    bool flags;      /* the flags may be changed */
};

/* Appends code that adds a visit, whose value is in the first register, to a pair of extremes. In
 * most cases it is neither less nor more than those before. */
static void put_extremes(struct copy *copy, uint32_t pair, const struct scratch *scratch)
{
    enum { RARE = 8 }; /* words of the rare part */
    uint32_t first = scratch->all[0], second = scratch->all[1], third = scratch->all[2];
    uint32_t node = scratch->node, least = loops_rewrite_counter(pair + FORMAT_EXTREME_LEAST);
    uint32_t most = loops_rewrite_counter(pair + FORMAT_EXTREME_MOST);
    if (least < 512) {
        copy_put(copy, emit_load_pair(second, third, node, least));
    } else {
        copy_put(copy, emit_load(second, node, least));
        copy_put(copy, emit_load(third, node, most));
    }
    if (scratch->flags) {
        copy_put(copy, UINT32_C(0xeb00001f) | second << 16 | first << 5); /* cmp first, second */
        copy_put(copy, UINT32_C(0xfa40a000) | third << 16 | first << 5); /* ccmp first, third, ge */
        copy_put(copy, emit_redirect(UINT32_C(0x5400000b), (int64_t)4 * (1 + RARE))); /* b.lt */
    } else {
        copy_put(copy, emit_subtract(second, first, second, false));
        copy_put(copy, emit_subtract(third, first, third, false));
        copy_put(copy, emit_branch_if_negative(second, 8));
        copy_put(copy, emit_branch_if_negative(third, (int64_t)4 * (1 + RARE)));
    }
    copy_put(copy, emit_load(third, node, most));
    copy_put(copy, emit_branch_if_zero(third, false, INT64_C(3) * 4)); /* the first visit */
    copy_put(copy, emit_subtract(second, first, third, false));
    copy_put(copy, emit_branch_unless_negative(second, INT64_C(3) * 4)); /* more than before */
    copy_put(copy, emit_store(first, node, least));
    copy_put(copy, emit_branch_unless_zero(third, false, INT64_C(3) * 4));
    copy_put(copy, emit_add(second, first, 1, false));
    copy_put(copy, emit_store(second, node, most));
}

/* Returns the request of a probe to the slow path, which pushes x16 and x17, too. */
static uint32_t request_of(const struct loops_probe *probe, uint32_t pairs)
{
    return probe->request | 2 * (pairs + 1) << (FORMAT_VISIT_LOOP_BITS + FORMAT_VISIT_PAIR_BITS);
}

/* Appends to = the stack pointer before `pairs` of registers were pushed. */
static void put_stack(struct copy *copy, uint32_t to, uint32_t pairs)
{
    copy_put(copy, emit_add(to, SP, (int64_t)pairs * 16, false));
}

/* Appends first = the counters of a visit's loop. */
static void put_counters(struct copy *copy, const struct loops_probe *probe,
                         const struct scratch *scratch)
{
    uint32_t first = scratch->all[0], second = scratch->all[1];
    copy_put(copy, emit_load(first, scratch->node, loops_rewrite_counter(probe->counter)));
    if (probe->other == COUNTERS_NONE)
        return;
    copy_put(copy, emit_load(second, scratch->node, loops_rewrite_counter(probe->other)));
    copy_put(copy, emit_add_registers(first, first, second));
}

/* Appends the beginning of a visit: its base, and, if visits may be nested, its stack pointer. */
static void put_open(struct copy *copy, const struct loops_probe *probe,
                     const struct scratch *scratch)
{
    uint32_t first = scratch->all[0], node = scratch->node, pairs = scratch->pairs;
    uint32_t stack = loops_rewrite_counter(probe->visit + FORMAT_VISIT_STACK);
    size_t asked = SIZE_MAX;
    if (probe->calls) {
        copy_put(copy, emit_load(first, node, stack));
        asked = copy_ask(copy, emit_branch_unless_zero(first, false, 0), request_of(probe, pairs),
                         pairs);
        put_stack(copy, first, pairs);
        copy_put(copy, emit_store(first, node, stack));
    }
    put_counters(copy, probe, scratch);
    copy_put(copy,
             emit_store(first, node, loops_rewrite_counter(probe->visit + FORMAT_VISIT_BASE)));
    if (asked != SIZE_MAX)
        copy->later[asked].back = loops_plan_here(copy->plan);
}

/* Appends the end of a visit. */
static void put_close(struct copy *copy, const struct loops_probe *probe,
                      const struct scratch *scratch)
{
    uint32_t first = scratch->all[0], second = scratch->all[1], node = scratch->node;
    uint32_t stack = loops_rewrite_counter(probe->visit + FORMAT_VISIT_STACK);
    size_t asked = SIZE_MAX;
    if (probe->calls) {
        copy_put(copy, emit_load(second, node, stack));
        put_stack(copy, first, scratch->pairs);
        copy_put(copy, emit_subtract(second, second, first, false));
        asked = copy_ask(copy, emit_branch_unless_zero(second, false, 0),
                         request_of(probe, scratch->pairs), scratch->pairs);
        copy_put(copy, emit_store(ZERO, node, stack));
    }
    put_counters(copy, probe, scratch);
    copy_put(copy,
             emit_load(second, node, loops_rewrite_counter(probe->visit + FORMAT_VISIT_BASE)));
    copy_put(copy, emit_subtract(first, first, second, false));
    put_extremes(copy, probe->pair, scratch);
    if (asked != SIZE_MAX)
        copy->later[asked].back = loops_plan_here(copy->plan);
}

enum { NESTED = 16, STOP = 18 }; /* words of the rare parts of timers */

/* Returns a register that the rare part of a timer may borrow. Its common part makes do with one
 * scratch register, so that timers that are off push nothing. */
static uint32_t borrowed(uint32_t node, uint32_t first)
{
    uint32_t number = X9;
    while (number == node || number == first)
        number++;
    return number;
}

static void borrow(struct copy *copy, uint32_t number, uint32_t pairs)
{
    copy_put(copy, emit_push(number, ZERO));
    copy_pushed(copy, pairs + 1);
}

static void give_back(struct copy *copy, uint32_t number, uint32_t pairs)
{
    copy_put(copy, emit_pop(number, ZERO));
    copy_pushed(copy, pairs);
}

/* Appends code that turns a timer off if `second` is negative. */
static void put_off(struct copy *copy, uint32_t state, uint32_t node, uint32_t first,
                    uint32_t second)
{
    copy_put(copy, emit_branch_if_negative(second, INT64_C(2) * 4));
    copy_put(copy, emit_jump(INT64_C(3) * 4));
    copy_put(copy, UINT32_C(0xd2f00000) | first); /* movz #0x8000, lsl #48: FORMAT_TIMER_OFF */
    copy_put(copy, emit_store(first, node, state));
}

/* Appends the start of a nested visit: it is noted, and uses up credit. If its limit is more than
 * the time since the outermost visit began, the timer turns itself off. NESTED words. */
static void put_nested(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                       uint32_t first, uint32_t pairs)
{
    uint32_t state = loops_rewrite_counter(probe->counter + FORMAT_TIMER_STATE);
    uint32_t start = loops_rewrite_counter(probe->counter + FORMAT_TIMER_START);
    uint32_t nested = loops_rewrite_counter(probe->counter + FORMAT_TIMER_NESTED);
    uint32_t credit = loops_rewrite_counter(probe->counter + FORMAT_TIMER_CREDIT);
    uint32_t second = borrowed(node, first);
    copy_put(copy, emit_store(first, node, nested));
    borrow(copy, second, pairs);
    copy_put(copy, emit_load(second, node, credit));
    copy_put(copy, emit_low_half(first, loops_timers_limit()));
    copy_put(copy, emit_subtract(second, second, first, false));
    copy_put(copy, emit_store(second, node, credit));
    copy_put(copy, emit_add_registers(second, second, first) | FORMAT_TIMER_PATIENCE_SHIFT << 10);
    copy_put(copy, emit_clock(first));
    copy_put(copy, emit_add_registers(second, second, first));
    copy_put(copy, emit_load(first, node, start));
    copy_put(copy, emit_subtract(second, second, first, false));
    put_off(copy, state, node, first, second);
    give_back(copy, second, pairs);
}

/* Appends the start of a timer: see format/loops.h. Flags are preserved. */
static void put_start(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                      uint32_t first, uint32_t pairs)
{
    uint32_t state = loops_rewrite_counter(probe->counter + FORMAT_TIMER_STATE);
    uint32_t start = loops_rewrite_counter(probe->counter + FORMAT_TIMER_START);
    copy_put(copy, emit_load(first, node, state));
    copy_put(copy, emit_branch_if_negative(first, (int64_t)4 * (8 + NESTED)));
    copy_put(copy, emit_add(first, first, 1, false));
    copy_put(copy, emit_store(first, node, state));
    copy_put(copy, emit_add(first, first, -1, false));
    copy_put(copy, emit_branch_unless_zero(first, false, INT64_C(4) * 4));
    copy_put(copy, emit_clock(first));
    copy_put(copy, emit_store(first, node, start));
    copy_put(copy, emit_jump((int64_t)4 * (1 + NESTED)));
    put_nested(copy, probe, node, first, pairs);
}

/* Appends the stop of a timer, which turns itself off if the visits are too short. */
static void put_stop(struct copy *copy, const struct loops_probe *probe, uint32_t node,
                     uint32_t first, uint32_t pairs)
{
    uint32_t second = borrowed(node, first);
    uint32_t state = loops_rewrite_counter(probe->counter + FORMAT_TIMER_STATE);
    uint32_t time = loops_rewrite_counter(probe->counter + FORMAT_TIMER_TIME);
    uint32_t credit = loops_rewrite_counter(probe->counter + FORMAT_TIMER_CREDIT);
    copy_put(copy, emit_load(first, node, state));
    copy_put(copy, emit_branch_if_negative(first, (int64_t)4 * (4 + STOP)));
    copy_put(copy, emit_add(first, first, -1, false));
    copy_put(copy, emit_store(first, node, state));
    copy_put(copy, emit_branch_unless_zero(first, false, (int64_t)4 * (1 + STOP)));
    copy_put(copy, emit_clock(first));
    borrow(copy, second, pairs);
    copy_put(copy,
             emit_load(second, node, loops_rewrite_counter(probe->counter + FORMAT_TIMER_START)));
    copy_put(copy, emit_subtract(first, first, second, false));
    copy_put(copy, emit_load(second, node, time));
    copy_put(copy, emit_add_registers(second, second, first));
    copy_put(copy, emit_store(second, node, time));
    copy_put(copy, emit_load(second, node, credit));
    copy_put(copy, emit_add_registers(second, second, first));
    copy_put(copy, emit_low_half(first, loops_timers_limit()));
    copy_put(copy, emit_subtract(second, second, first, false));
    copy_put(copy, emit_store(second, node, credit));
    copy_put(copy, emit_add_registers(second, second, first) | FORMAT_TIMER_PATIENCE_SHIFT << 10);
    put_off(copy, state, node, first, second);
    give_back(copy, second, pairs);
}

/* Appends a probe. */
static void put_probe(struct copy *copy, const struct loops_probe *probe,
                      const struct scratch *scratch)
{
    const struct loops_induction *induction = probe->induction;
    uint32_t first = scratch->all[0], second = scratch->all[1], node = scratch->node;
    uint32_t pairs = scratch->pairs;
    uint32_t cell = loops_rewrite_cell(copy->function, probe->cell);
    switch (probe->kind) {
    case PROBE_COUNT:
        put_count(copy, probe, node, first, 1);
        break;
    case PROBE_NOTE:
        copy_put(copy, emit_add(first, induction->number, induction->step, induction->is_narrow));
        copy_put(copy, emit_store(first, node, cell));
        break;
    case PROBE_ADD:
        put_add(copy, probe, node, first, second);
        break;
    case PROBE_AHEAD:
    case PROBE_BEHIND:
        put_way(copy, probe, node, first, second);
        break;
    case PROBE_ENTRY:
        copy_put(copy, emit_low_half(first, probe->part));
        if (probe->part >> 16)
            copy_put(copy, emit_high_half(first, probe->part));
        copy_put(copy, emit_store(first, node, cell));
        break;
    case PROBE_VISIT:
        put_visit(copy, probe, node, first);
        break;
    case PROBE_OPEN:
        put_open(copy, probe, scratch);
        break;
    case PROBE_CLOSE:
        put_close(copy, probe, scratch);
        break;
    case PROBE_START:
        put_start(copy, probe, node, first, pairs);
        break;
    case PROBE_STOP:
        put_stop(copy, probe, node, first, pairs);
        break;
    }
    if (probe->pair != COUNTERS_NONE && probe->kind != PROBE_CLOSE)
        put_extremes(copy, probe->pair, scratch);
}

/* Returns the number of scratch registers that a probe needs, and adds the function's registers
 * that it reads to *used. */
static uint32_t scratch_of(const struct loops_probe *probe, uint32_t *used)
{
    bool by_register = probe->kind == PROBE_NOTE || probe->kind == PROBE_ADD;
    bool is_way = probe->kind == PROBE_AHEAD || probe->kind == PROBE_BEHIND;
    if (by_register)
        *used |= REGISTER(probe->induction->number);
    if (is_way) {
        struct way way = way_of(probe);
        *used |= REGISTER(way.from) | REGISTER(way.to);
    }
    if (probe->pair != COUNTERS_NONE)
        return 3;
    if (probe->kind == PROBE_OPEN && probe->other != COUNTERS_NONE)
        return 2;
    return probe->kind == PROBE_ADD || (is_way && probe->induction->is_narrow) ? 2 : 1;
}

/* Returns the registers that a probe reads, if it does so before it writes scratch registers, and
 * the probes after it do not read them. */
static uint32_t read_early(const struct loops_probe *probe, uint32_t others)
{
    uint32_t reads = 0;
    bool is_way = probe->kind == PROBE_AHEAD || probe->kind == PROBE_BEHIND;
    scratch_of(probe, &reads);
    if (!is_way || !(probe->pair != COUNTERS_NONE || probe->induction->is_narrow))
        return 0;
    return reads & ~others;
}

void copy_probes(struct copy *copy, uint32_t edge, uint32_t needed)
{
    const struct loops_probes *probes = &copy->function->probes;
    uint32_t first = probes->first[edge], end = probes->first[edge + 1], used = 0;
    uint32_t most = 1, early = 0;
    bool kept = copy->keeps_node;
    if (first == end)
        return;
    for (uint32_t i = end; i-- > first;) {
        if (i == first)
            early = read_early(&probes->all[i], used);
        uint32_t count = scratch_of(&probes->all[i], &used);
        most = count > most ? count : most;
    }
    used |= kept ? REGISTER(X17) : 0;
    struct copy_registers registers;
    uint32_t wanted = most + (kept ? 0 : 1);
    assert(wanted <= COPY_REGISTERS);
    copy_registers_choose(copy, edge, needed, used, early, wanted, &registers);
    const uint32_t *spilled = registers.spilled, *all = registers.all;
    uint32_t pairs = (registers.spills + 1) / 2;
    for (uint32_t i = 0; i < pairs; i++)
        copy_put(copy, emit_push(spilled[2 * (size_t)i], spilled[2 * (size_t)i + 1]));
    copy_pushed(copy, pairs);
    uint32_t node = kept ? X17 : all[wanted - 1];
    if (!kept)
        copy_current(copy, node, node);
    struct scratch scratch = {.node = node,
                              .all = {all[0], all[1], all[2]},
                              .pairs = pairs,
                              .flags = !(needed & INSTRUCTION_FLAGS)};
    for (uint32_t i = first; i < end; i++)
        put_probe(copy, &probes->all[i], &scratch);
    copy->origin_node =
        copy->graph->edges[edge].to | FORMAT_ORIGIN_FIXED; /* the edge is counted now */
    copy_pushed(copy, pairs);
    for (uint32_t i = pairs; i-- > 0;)
        copy_put(copy, emit_pop(spilled[2 * (size_t)i], spilled[2 * (size_t)i + 1]));
    copy_pushed(copy, 0);
    for (uint32_t i = 0; i < registers.agains; i++)
        copy_put(copy, registers.again[i]);
}
