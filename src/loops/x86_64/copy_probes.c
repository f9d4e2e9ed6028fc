/* copy_probes.c: the counters and timers in the copy of an x86-64 function. */
#include "loops/x86_64/copy.h"

#include "loops/plan/timers.h"

#include <assert.h>

enum {
    RED_ZONE = 128,
    WORD = 8,
    MOST = 3,               /* scratch registers */
    MOST_PUSHED = MOST + 2, /* and the two registers of the clock */
};

#define CLOCK (X86_64_BIT(RAX) | X86_64_BIT(RDX))

uint32_t x86_copy_scratch(uint32_t needed, uint32_t count, unsigned *found)
{
    static const uint8_t order[] = {R11, R10, R9,  R8,  RAX, RCX, RDX, RSI,
                                    RDI, RBX, R12, R13, R14, R15, RBP};
    uint32_t have = 0;
    for (size_t i = 0; i < sizeof order && have < count; i++) {
        if (!(needed >> order[i] & 1))
            found[have++] = order[i];
    }
    return have;
}

/* The registers of the probes of an edge: the node, a scratch register, and a second one if the
 * flags must be preserved. */
struct tools {
    unsigned node, first, second;
    bool flags;
};

/* A distance between two ends, each of which is a register or part of a constant. */
struct way {
    unsigned from, to; /* registers; X86_64_NONE if the end is a constant */
    int64_t more;      /* constant that is added */
};

/* Returns the distance that a probe of kind PROBE_AHEAD or PROBE_BEHIND adds. */
static struct way way_of(const struct loops_probe *probe)
{
    const struct loops_induction *induction = probe->induction;
    int64_t step = probe->before ? induction->step : 0;
    struct way way = {X86_64_NONE, X86_64_NONE, -induction->step};
    if (probe->kind == PROBE_BEHIND) {
        way.to = induction->number;
        way.more += step - induction->start;
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
    return induction->step < 0 ? (struct way){way.to, way.from, -way.more} : way;
}

/* Appends first = the distance; preserves the flags if they are needed. */
static void put_way(struct loops_plan *plan, const struct tools *tools, const struct way *way,
                    bool narrow)
{
    unsigned base = way->to;
    int32_t more = (int32_t)way->more;
    if (way->from == X86_64_NONE) {
        emit_sum(plan, tools->first, base, EMIT_NO_INDEX, more, narrow);
        return;
    }
    if (way->to != X86_64_NONE && !tools->flags) {
        emit_sum(plan, tools->first, base, EMIT_NO_INDEX, more, narrow);
        emit_subtract(plan, tools->first, way->from, narrow);
        return;
    }
    emit_move(plan, tools->first, way->from);
    emit_not(plan, tools->first, false);
    if (way->to == X86_64_NONE)
        emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, more + 1, narrow);
    else
        emit_sum(plan, tools->first, tools->first, base, more + 1, narrow);
}

/* Appends counter += value. */
static void put_count(struct loops_plan *plan, const struct tools *tools, int32_t counter,
                      int32_t value)
{
    if (!tools->flags) {
        emit_count(plan, tools->node, counter, value);
        return;
    }
    emit_load(plan, tools->first, tools->node, counter);
    emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, value, false);
    emit_store(plan, tools->first, tools->node, counter);
}

/* Appends counter += first. */
static void put_sum(struct loops_plan *plan, const struct tools *tools, int32_t counter)
{
    if (!tools->flags) {
        emit_add_to_memory(plan, tools->first, tools->node, counter);
        return;
    }
    emit_load(plan, tools->second, tools->node, counter);
    emit_sum(plan, tools->first, tools->first, tools->second, 0, false);
    emit_store(plan, tools->first, tools->node, counter);
}

/* Appends first = the distance from the cell, which holds the register's first value, to the
 * register, without the last step. */
static void put_add(struct loops_plan *plan, const struct tools *tools,
                    const struct loops_probe *probe, int32_t cell)
{
    const struct loops_induction *induction = probe->induction;
    int32_t step = probe->before ? 0 : -(int32_t)induction->step;
    bool narrow = induction->is_narrow;
    if (induction->step > 0 && !tools->flags) {
        emit_sum(plan, tools->first, induction->number, EMIT_NO_INDEX, step, narrow);
        emit_subtract_memory(plan, tools->first, tools->node, cell, narrow);
        return;
    }
    if (induction->step > 0) {
        emit_load(plan, tools->first, tools->node, cell);
        emit_not(plan, tools->first, false);
        emit_sum(plan, tools->first, tools->first, induction->number, step + 1, narrow);
        return;
    }
    emit_move(plan, tools->first, induction->number);
    emit_not(plan, tools->first, false);
    if (tools->flags) {
        emit_load(plan, tools->second, tools->node, cell);
        emit_sum(plan, tools->first, tools->first, tools->second, 1 - step, narrow);
    } else {
        emit_add_memory(plan, tools->first, tools->node, cell, narrow);
        emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, 1 - step, narrow);
    }
}

/* Appends counter += 1 if the cell holds the part. */
static void put_visit(struct loops_plan *plan, const struct tools *tools,
                      const struct loops_probe *probe, int32_t cell, int32_t counter)
{
    emit_compare_memory(plan, tools->node, cell, probe->part);
    uint32_t over = emit_branch(plan, EMIT_NOT_ZERO);
    put_count(plan, tools, counter, 1);
    emit_lead_to(plan, over, loops_plan_here(plan));
}

/* Appends code that adds a visit, whose value is in `first`, to a pair of extremes; `lower` bytes
 * are on the stack. A visit usually has neither more nor less trips than all before: the rest is
 * placed later. */
static void put_extremes(struct x86_copy *copy, const struct tools *tools, uint32_t pair,
                         uint32_t lower)
{
    struct loops_plan *plan = copy->plan;
    int32_t least = (int32_t)loops_rewrite_counter(pair + FORMAT_EXTREME_LEAST);
    int32_t most = (int32_t)loops_rewrite_counter(pair + FORMAT_EXTREME_MOST);
    emit_compare_with_memory(plan, tools->first, tools->node, most);
    uint32_t more = emit_branch(plan, EMIT_NOT_LESS);
    emit_compare_with_memory(plan, tools->first, tools->node, least);
    uint32_t less = emit_branch(plan, EMIT_LESS);
    x86_copy_add_later(copy, (struct x86_later){.kind = X86_LATER_EXTREMES,
                                                .from = more,
                                                .other = less,
                                                .back = loops_plan_here(plan),
                                                .what = pair,
                                                .node = tools->node,
                                                .value = tools->first,
                                                .pushed = lower});
}

void x86_copy_extremes(struct x86_copy *copy, const struct x86_later *later)
{
    struct loops_plan *plan = copy->plan;
    int32_t least = (int32_t)loops_rewrite_counter(later->what + FORMAT_EXTREME_LEAST);
    int32_t most = (int32_t)loops_rewrite_counter(later->what + FORMAT_EXTREME_MOST);
    copy->origin_node = later->origin_node;
    copy->origin = later->origin;
    x86_copy_pushed(copy, later->pushed);
    emit_lead_to(plan, later->from, loops_plan_here(plan));
    emit_compare_memory(plan, later->node, most, 0);
    uint32_t again = emit_branch(plan, EMIT_NOT_ZERO);
    emit_store(plan, later->value, later->node, least); /* the first visit */
    emit_lead_to(plan, again, loops_plan_here(plan));
    emit_sum(plan, later->value, later->value, EMIT_NO_INDEX, 1, false);
    emit_store(plan, later->value, later->node, most);
    emit_lead_to(plan, emit_jump(plan), later->back);
    emit_lead_to(plan, later->other, loops_plan_here(plan));
    emit_store(plan, later->value, later->node, least);
    emit_lead_to(plan, emit_jump(plan), later->back);
}

/* Goes to the slow path of a visit unless the comparison before was equal; `lower` bytes are on the
 * stack. Returns its number in `later`: it continues at `back`. */
static size_t put_request(struct x86_copy *copy, const struct loops_probe *probe, uint32_t lower)
{
    uint32_t from = emit_branch(copy->plan, EMIT_NOT_ZERO);
    x86_copy_add_later(
        copy, (struct x86_later){
                  .kind = X86_LATER_SLOW, .from = from, .what = probe->request, .pushed = lower});
    return copy->later_count - 1;
}

/* Appends the beginning of a visit: its base, and, if visits may be nested, its stack pointer. */
static void put_open(struct x86_copy *copy, const struct loops_probe *probe,
                     const struct tools *tools, uint32_t lower)
{
    struct loops_plan *plan = copy->plan;
    int32_t stack = (int32_t)loops_rewrite_counter(probe->visit + FORMAT_VISIT_STACK);
    size_t asked = SIZE_MAX;
    if (probe->calls) {
        emit_compare_memory(plan, tools->node, stack, 0);
        asked = put_request(copy, probe, lower);
        emit_sum(plan, tools->first, RSP, EMIT_NO_INDEX, (int32_t)lower, false);
        emit_store(plan, tools->first, tools->node, stack);
    }
    emit_load(plan, tools->first, tools->node, (int32_t)loops_rewrite_counter(probe->counter));
    if (probe->other != COUNTERS_NONE)
        emit_add_memory(plan, tools->first, tools->node,
                        (int32_t)loops_rewrite_counter(probe->other), false);
    emit_store(plan, tools->first, tools->node,
               (int32_t)loops_rewrite_counter(probe->visit + FORMAT_VISIT_BASE));
    if (asked != SIZE_MAX)
        copy->later[asked].back = loops_plan_here(plan);
}

/* Appends the end of a visit. */
static void put_close(struct x86_copy *copy, const struct loops_probe *probe,
                      const struct tools *tools, uint32_t lower)
{
    struct loops_plan *plan = copy->plan;
    int32_t stack = (int32_t)loops_rewrite_counter(probe->visit + FORMAT_VISIT_STACK);
    size_t asked = SIZE_MAX;
    if (probe->calls) {
        emit_sum(plan, tools->first, RSP, EMIT_NO_INDEX, (int32_t)lower, false);
        emit_compare_with_memory(plan, tools->first, tools->node, stack);
        asked = put_request(copy, probe, lower);
        emit_store_value(plan, 0, tools->node, stack);
    }
    emit_load(plan, tools->first, tools->node,
              (int32_t)loops_rewrite_counter(probe->visit + FORMAT_VISIT_BASE));
    emit_not(plan, tools->first, false); /* -base - 1 */
    emit_add_memory(plan, tools->first, tools->node, (int32_t)loops_rewrite_counter(probe->counter),
                    false);
    if (probe->other != COUNTERS_NONE)
        emit_add_memory(plan, tools->first, tools->node,
                        (int32_t)loops_rewrite_counter(probe->other), false);
    emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, 1, false);
    put_extremes(copy, tools, probe->pair, lower);
    if (asked != SIZE_MAX)
        copy->later[asked].back = loops_plan_here(plan);
}

/* Appends the change of a timer's state (format/loops.h), which counts nested visits. *other
 * becomes a branch that is taken if the timer is off; returns one that is taken in nested visits.
 * Both must be led past the probe. */
static uint32_t put_state(struct loops_plan *plan, const struct tools *tools, int32_t state,
                          int32_t more, uint32_t *other)
{
    emit_load(plan, tools->first, tools->node, state);
    emit_test(plan, tools->first);
    *other = emit_branch(plan, EMIT_NEGATIVE);
    emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, more, false);
    emit_store(plan, tools->first, tools->node, state);
    emit_compare(plan, tools->first, more > 0); /* the outermost visit */
    return emit_branch(plan, EMIT_NOT_ZERO);
}

/* Appends the start of a nested visit: it is noted, and uses up credit. If its limit is more than
 * the time since the outermost visit began, the timer turns itself off. Returns a branch that must
 * be led past the probe. */
static uint32_t put_nested(struct loops_plan *plan, const struct tools *tools, uint32_t timer)
{
    int32_t credit = (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_CREDIT);
    int32_t limit = (int32_t)loops_timers_limit();
    emit_store(plan, tools->first, tools->node,
               (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_NESTED));
    emit_load(plan, tools->first, tools->node, credit);
    emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, -limit, false);
    emit_store(plan, tools->first, tools->node, credit);
    emit_clock(plan);
    emit_sum(plan, RAX, RAX, tools->first, limit << FORMAT_TIMER_PATIENCE_SHIFT, false);
    emit_load(plan, tools->first, tools->node,
              (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_START));
    emit_not(plan, tools->first, false);
    emit_sum(plan, RAX, RAX, tools->first, 1, false);
    emit_test(plan, RAX);
    uint32_t goes_on = emit_branch(plan, EMIT_NOT_NEGATIVE);
    emit_bit_63(plan);
    emit_store(plan, RAX, tools->node, (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_STATE));
    return goes_on;
}

/* Appends the start of a timer. */
static void put_start(struct loops_plan *plan, const struct tools *tools, uint32_t timer)
{
    uint32_t off, inside;
    inside =
        put_state(plan, tools, (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_STATE), 1, &off);
    emit_clock(plan);
    emit_store(plan, RAX, tools->node, (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_START));
    uint32_t outermost = emit_jump(plan);
    emit_lead_to(plan, inside, loops_plan_here(plan));
    uint32_t nested = put_nested(plan, tools, timer);
    emit_lead_to(plan, off, loops_plan_here(plan));
    emit_lead_to(plan, outermost, loops_plan_here(plan));
    emit_lead_to(plan, nested, loops_plan_here(plan));
}

/* Appends the stop of a timer, which turns itself off if the visits are too short. */
static void put_stop(struct loops_plan *plan, const struct tools *tools, uint32_t timer)
{
    int32_t state = (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_STATE);
    int32_t credit = (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_CREDIT);
    int32_t limit = (int32_t)loops_timers_limit();
    uint32_t off, inside = put_state(plan, tools, state, -1, &off);
    emit_clock(plan);
    emit_load(plan, tools->first, tools->node,
              (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_START));
    emit_not(plan, tools->first, false);
    emit_sum(plan, RAX, RAX, tools->first, 1, false);
    emit_add_to_memory(plan, RAX, tools->node,
                       (int32_t)loops_rewrite_counter(timer + FORMAT_TIMER_TIME));
    emit_load(plan, tools->first, tools->node, credit);
    emit_sum(plan, RAX, RAX, tools->first, -limit, false);
    emit_store(plan, RAX, tools->node, credit);
    emit_sum(plan, RAX, RAX, EMIT_NO_INDEX, limit << FORMAT_TIMER_PATIENCE_SHIFT, false);
    emit_test(plan, RAX);
    uint32_t goes_on = emit_branch(plan, EMIT_NOT_NEGATIVE);
    emit_bit_63(plan);
    emit_store(plan, RAX, tools->node, state);
    emit_lead_to(plan, off, loops_plan_here(plan));
    emit_lead_to(plan, inside, loops_plan_here(plan));
    emit_lead_to(plan, goes_on, loops_plan_here(plan));
}

/* Appends a probe. */
static void put_probe(struct x86_copy *copy, const struct loops_probe *probe,
                      const struct tools *tools, uint32_t lower)
{
    const struct loops_induction *induction = probe->induction;
    struct loops_plan *plan = copy->plan;
    struct way way = way_of(probe);
    int32_t counter = (int32_t)loops_rewrite_counter(probe->counter);
    int32_t cell = (int32_t)loops_rewrite_cell(copy->function, probe->cell);
    switch (probe->kind) {
    case PROBE_COUNT:
        put_count(plan, tools, counter, 1);
        break;
    case PROBE_NOTE:
        emit_store(plan, induction->number, tools->node, cell);
        break;
    case PROBE_ADD:
        put_add(plan, tools, probe, cell);
        put_sum(plan, tools, counter);
        if (probe->pair != COUNTERS_NONE)
            put_extremes(copy, tools, probe->pair, lower);
        break;
    case PROBE_AHEAD:
    case PROBE_BEHIND:
        if (way.from == X86_64_NONE && way.to == X86_64_NONE) {
            put_count(plan, tools, counter, (int32_t)way.more);
            if (probe->pair != COUNTERS_NONE) {
                emit_load_value(plan, tools->first, (uint32_t)way.more);
                put_extremes(copy, tools, probe->pair, lower);
            }
            break;
        }
        put_way(plan, tools, &way, induction->is_narrow);
        put_sum(plan, tools, counter);
        if (probe->pair != COUNTERS_NONE)
            put_extremes(copy, tools, probe->pair, lower);
        break;
    case PROBE_ENTRY:
        emit_store_value(plan, probe->part, tools->node, cell);
        break;
    case PROBE_VISIT:
        put_visit(plan, tools, probe, cell, counter);
        break;
    case PROBE_OPEN:
        put_open(copy, probe, tools, lower);
        break;
    case PROBE_CLOSE:
        put_close(copy, probe, tools, lower);
        break;
    case PROBE_START:
        put_start(plan, tools, probe->counter);
        break;
    case PROBE_STOP:
        put_stop(plan, tools, probe->counter);
        break;
    }
}

/* The needs of the probes of an edge: how many registers, those that they read, and whether they
 * must change the flags. */
struct survey {
    uint32_t registers, reads;
    bool flags;
    bool clock; /* they read the clock, which changes rax and rdx */
};

static uint32_t bit_of(unsigned number)
{
    return number == X86_64_NONE ? 0 : X86_64_BIT(number);
}

/* True for a probe that reads the clock, unless its timer is off. */
static bool is_timer(const struct loops_probe *probe)
{
    return probe->kind == PROBE_START || probe->kind == PROBE_STOP;
}

/* Probes of an edge: all[first] to before all[end]. */
struct stretch {
    uint32_t edge, first, end;
};

/* Surveys probes. `flags`: the flags are needed after them. */
static struct survey look_at(const struct loops_probes *probes, const struct stretch *stretch,
                             bool flags)
{
    struct survey survey = {.registers = flags ? 2 : 1};
    for (uint32_t i = stretch->first; i < stretch->end; i++) {
        const struct loops_probe *probe = &probes->all[i];
        bool is_way = probe->kind == PROBE_AHEAD || probe->kind == PROBE_BEHIND;
        uint32_t takes = (is_way || probe->kind == PROBE_ADD) && flags ? MOST : 2;
        struct way way = way_of(probe);
        bool is_visit = probe->kind == PROBE_OPEN || probe->kind == PROBE_CLOSE;
        survey.flags |= probe->kind == PROBE_VISIT || is_timer(probe) || is_visit ||
                        probe->pair != COUNTERS_NONE;
        survey.clock |= is_timer(probe);
        if (is_way)
            survey.reads |= bit_of(way.from) | bit_of(way.to);
        else if (probe->kind == PROBE_NOTE || probe->kind == PROBE_ADD)
            survey.reads |= X86_64_BIT(probe->induction->number);
        if (!is_way && !is_timer(probe) && !is_visit && probe->kind != PROBE_ADD)
            takes = 1;
        survey.registers = takes > survey.registers ? takes : survey.registers;
    }
    return survey;
}

/* Chooses the scratch registers, and those that must be pushed, including those of the clock;
 * returns how many are pushed. `node`: the register that has the node; X86_64_NONE: the first one
 * is for it. */
static uint32_t choose(const struct survey *survey, uint32_t needed, unsigned node,
                       unsigned *registers, unsigned *pushed)
{
    uint32_t wanted = survey->registers, reads = survey->reads | (survey->clock ? CLOCK : 0);
    if (node != X86_64_NONE) {
        *registers++ = node;
        reads |= X86_64_BIT(node);
        wanted--;
    }
    uint32_t have = x86_copy_scratch(needed | reads, wanted, registers), kept = 0, pushes = 0;
    for (uint32_t i = 0; i < have; i++)
        kept |= X86_64_BIT(registers[i]);
    x86_copy_scratch(kept | reads, wanted - have, registers + have);
    for (uint32_t i = have; i < wanted; i++)
        pushed[pushes++] = registers[i];
    if (survey->clock && needed & X86_64_BIT(RAX))
        pushed[pushes++] = RAX;
    if (survey->clock && needed & X86_64_BIT(RDX))
        pushed[pushes++] = RDX;
    return pushes;
}

/* Appends probes. `node`: as for choose(). */
static void put_stretch(struct x86_copy *copy, const struct stretch *stretch, uint32_t needed,
                        unsigned node)
{
    const struct loops_probes *probes = &copy->function->probes;
    struct loops_plan *plan = copy->plan;
    bool flags = needed & INSTRUCTION_FLAGS;
    unsigned registers[MOST_PUSHED] = {0}, pushed[MOST_PUSHED];
    if (stretch->first == stretch->end)
        return;
    struct survey survey = look_at(probes, stretch, flags);
    uint32_t pushes = choose(&survey, needed, node, registers, pushed);
    assert(survey.registers <= MOST && pushes <= MOST_PUSHED);
    bool saves = flags && survey.flags, skips = (saves || pushes) && !copy->has_calls;
    uint32_t lower = skips ? RED_ZONE : 0;
    if (skips)
        emit_move_stack(plan, -RED_ZONE);
    x86_copy_pushed(copy, lower);
    if (saves)
        emit_push_flags(plan);
    lower += saves ? WORD : 0;
    for (uint32_t i = 0; i < pushes; i++, lower += WORD) {
        x86_copy_pushed(copy, lower);
        emit_push(plan, pushed[i]);
    }
    x86_copy_pushed(copy, lower);
    if (node == X86_64_NONE)
        emit_load_current(plan, registers[0]);
    struct tools tools = {registers[0], registers[1], registers[2], flags && !saves};
    for (uint32_t i = stretch->first; i < stretch->end; i++)
        put_probe(copy, &probes->all[i], &tools, lower);
    copy->origin_node = x86_copy_in(copy, copy->graph->edges[stretch->edge].to) |
                        FORMAT_ORIGIN_FIXED; /* the edge is counted now */
    x86_copy_pushed(copy, lower);
    for (uint32_t i = pushes; i-- > 0;) {
        emit_pop(plan, pushed[i]);
        x86_copy_pushed(copy, lower -= WORD);
    }
    if (saves)
        emit_pop_flags(plan);
    x86_copy_pushed(copy, skips ? RED_ZONE : 0);
    if (skips)
        emit_move_stack(plan, RED_ZONE);
    x86_copy_pushed(copy, 0);
}

/* Appends the test of a timer, which is off in functions that are called often; what it does if it
 * is on is placed later. */
static void put_timer(struct x86_copy *copy, const struct stretch *timer, uint32_t needed,
                      unsigned node)
{
    struct loops_plan *plan = copy->plan;
    const struct loops_probe *probe = &copy->function->probes.all[timer->first];
    unsigned found = node;
    bool is_free = node != X86_64_NONE || x86_copy_scratch(needed | CLOCK, 1, &found);
    if (!is_free || needed & INSTRUCTION_FLAGS) {
        put_stretch(copy, timer, needed, node);
        return;
    }
    if (node == X86_64_NONE)
        emit_load_current(plan, found);
    emit_compare_memory(plan, found,
                        (int32_t)loops_rewrite_counter(probe->counter + FORMAT_TIMER_STATE), 0);
    uint32_t from = emit_branch(plan, EMIT_NOT_NEGATIVE);
    x86_copy_add_later(copy, (struct x86_later){.kind = X86_LATER_TIMER,
                                                .from = from,
                                                .back = loops_plan_here(plan),
                                                .edge = timer->edge,
                                                .what = timer->first,
                                                .needed = needed,
                                                .node = found});
}

void x86_copy_timer(struct x86_copy *copy, const struct x86_later *later)
{
    struct stretch timer = {later->edge, later->what, later->what + 1};
    emit_lead_to(copy->plan, later->from, loops_plan_here(copy->plan));
    copy->origin_node = later->origin_node;
    copy->origin = later->origin;
    put_stretch(copy, &timer, later->needed, later->node);
    emit_lead_to(copy->plan, emit_jump(copy->plan), later->back);
}

void x86_copy_probes(struct x86_copy *copy, uint32_t edge, uint32_t needed)
{
    const struct loops_probes *probes = &copy->function->probes;
    unsigned node = copy->is_second ? R11 : X86_64_NONE;
    uint32_t first = probes->first[edge], end = probes->first[edge + 1], timers = first;
    while (timers < end && !is_timer(&probes->all[timers]))
        timers++;
    put_stretch(copy, &(struct stretch){edge, first, timers}, needed, node);
    for (uint32_t i = timers; i < end; i++) {
        assert(is_timer(&probes->all[i])); /* they come last */
        put_timer(copy, &(struct stretch){edge, i, i + 1}, needed, node);
    }
}
