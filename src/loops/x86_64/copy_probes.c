/* copy_probes.c: counters in the copy of a function of x86-64. */
#include "loops/x86_64/copy.h"

enum { RED_ZONE = 128, WORD = 8, MOST = 3 };

/* Registers that nothing needs; those that the calling convention wastes first. */
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

/* What the probes of an edge have: the node, a register to work with, and a third one if flags are
 * needed. */
struct tools {
    unsigned node, first, second;
    bool flags;
};

/* A way between two ends, of which each is a register or not there. */
struct way {
    unsigned from, to; /* X86_64_NONE: none */
    int64_t more;      /* is added */
};

static struct way way_of(const struct probe *probe)
{
    const struct induction *induction = probe->induction;
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

/* first = from there to there; without flags. */
static void put_way(struct plan *plan, const struct tools *tools, const struct way *way,
                    bool narrow)
{
    unsigned base = way->to;
    int32_t more = (int32_t)way->more;
    if (way->from == X86_64_NONE) {
        emit_sum(plan, tools->first, base, EMIT_NO_INDEX, more, narrow);
        return;
    }
    emit_move(plan, tools->first, way->from);
    emit_not(plan, tools->first, false);
    if (way->to == X86_64_NONE)
        emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, more + 1, narrow);
    else
        emit_sum(plan, tools->first, tools->first, base, more + 1, narrow);
}

/* counter += value */
static void put_count(struct plan *plan, const struct tools *tools, int32_t counter, int32_t value)
{
    if (!tools->flags) {
        emit_count(plan, tools->node, counter, value);
        return;
    }
    emit_load(plan, tools->first, tools->node, counter);
    emit_sum(plan, tools->first, tools->first, EMIT_NO_INDEX, value, false);
    emit_store(plan, tools->first, tools->node, counter);
}

/* counter += first */
static void put_sum(struct plan *plan, const struct tools *tools, int32_t counter)
{
    if (!tools->flags) {
        emit_add_to_memory(plan, tools->first, tools->node, counter);
        return;
    }
    emit_load(plan, tools->second, tools->node, counter);
    emit_sum(plan, tools->first, tools->first, tools->second, 0, false);
    emit_store(plan, tools->first, tools->node, counter);
}

/* The way from the cell to the register. */
static void put_add(struct plan *plan, const struct tools *tools, const struct probe *probe,
                    int32_t cell)
{
    const struct induction *induction = probe->induction;
    int32_t step = probe->before ? (int32_t)induction->step : 0;
    bool narrow = induction->is_narrow;
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

static void put_visit(struct plan *plan, const struct tools *tools, const struct probe *probe,
                      int32_t cell, int32_t counter)
{
    emit_compare_memory(plan, tools->node, cell, probe->number);
    uint32_t over = emit_branch(plan, EMIT_NOT_ZERO);
    put_count(plan, tools, counter, 1);
    emit_lead_to(plan, over, plan_here(plan));
}

static void put_probe(struct x86_copy *copy, const struct probe *probe, const struct tools *tools)
{
    const struct induction *induction = probe->induction;
    struct plan *plan = copy->plan;
    struct way way = way_of(probe);
    int32_t counter = (int32_t)rewrite_counter(probe->counter);
    int32_t cell = (int32_t)rewrite_cell(copy->function, probe->cell);
    switch (probe->kind) {
    case PROBE_COUNT:
        put_count(plan, tools, counter, 1);
        break;
    case PROBE_NOTE:
        emit_sum(plan, tools->first, induction->number, EMIT_NO_INDEX, (int32_t)induction->step,
                 induction->is_narrow);
        emit_store(plan, tools->first, tools->node, cell);
        break;
    case PROBE_ADD:
        put_add(plan, tools, probe, cell);
        put_sum(plan, tools, counter);
        break;
    case PROBE_AHEAD:
    case PROBE_BEHIND:
        if (way.from == X86_64_NONE && way.to == X86_64_NONE) {
            put_count(plan, tools, counter, (int32_t)way.more);
            break;
        }
        put_way(plan, tools, &way, induction->is_narrow);
        put_sum(plan, tools, counter);
        break;
    case PROBE_ENTRY:
        emit_store_value(plan, probe->number, tools->node, cell);
        break;
    case PROBE_VISIT:
        put_visit(plan, tools, probe, cell, counter);
        break;
    case PROBE_START: /* none are made: `times` of the architecture is false */
    case PROBE_STOP:
        break;
    }
}

/* What the probes of an edge take: how many registers, which ones they read, and whether they
 * cannot do without changing flags. */
struct survey {
    uint32_t registers, reads;
    bool flags;
};

static uint32_t bit_of(unsigned number)
{
    return number == X86_64_NONE ? 0 : X86_64_BIT(number);
}

static struct survey look_at(const struct probes *probes, uint32_t edge, bool flags)
{
    struct survey survey = {.registers = flags ? 2 : 1};
    for (uint32_t i = probes->first[edge]; i < probes->first[edge + 1]; i++) {
        const struct probe *probe = &probes->all[i];
        bool is_way = probe->kind == PROBE_AHEAD || probe->kind == PROBE_BEHIND;
        uint32_t takes = (is_way || probe->kind == PROBE_ADD) && flags ? MOST : 2;
        struct way way = way_of(probe);
        survey.flags |= probe->kind == PROBE_VISIT;
        if (is_way)
            survey.reads |= bit_of(way.from) | bit_of(way.to);
        else if (probe->kind == PROBE_NOTE || probe->kind == PROBE_ADD)
            survey.reads |= X86_64_BIT(probe->induction->number);
        else
            takes = 1;
        survey.registers = takes > survey.registers ? takes : survey.registers;
    }
    return survey;
}

void x86_copy_probes(struct x86_copy *copy, uint32_t edge, uint32_t needed)
{
    const struct probes *probes = &copy->function->probes;
    struct plan *plan = copy->plan;
    bool flags = needed & INSTRUCTION_FLAGS;
    uint32_t kept = 0;
    unsigned registers[MOST] = {0};
    if (probes->first[edge] == probes->first[edge + 1])
        return;
    struct survey survey = look_at(probes, edge, flags);
    uint32_t wanted = survey.registers;
    uint32_t have = x86_copy_scratch(needed | survey.reads, wanted, registers);
    for (uint32_t i = 0; i < have; i++)
        kept |= X86_64_BIT(registers[i]);
    x86_copy_scratch(kept | survey.reads, wanted - have, registers + have);
    bool saves = flags && survey.flags, skips = (saves || have < wanted) && !copy->has_calls;
    uint32_t lower = skips ? RED_ZONE : 0;
    if (skips)
        emit_move_stack(plan, -RED_ZONE);
    x86_copy_pushed(copy, lower);
    if (saves)
        emit_push_flags(plan);
    lower += saves ? WORD : 0;
    for (uint32_t i = have; i < wanted; i++, lower += WORD) {
        x86_copy_pushed(copy, lower);
        emit_push(plan, registers[i]);
    }
    x86_copy_pushed(copy, lower);
    emit_load_current(plan, registers[0]);
    struct tools tools = {registers[0], registers[1], registers[2], flags && !saves};
    for (uint32_t i = probes->first[edge]; i < probes->first[edge + 1]; i++)
        put_probe(copy, &probes->all[i], &tools);
    copy->origin_node = copy->graph->edges[edge].to | FORMAT_ORIGIN_FIXED; /* it is counted */
    x86_copy_pushed(copy, lower);
    for (uint32_t i = wanted; i > have; i--) {
        emit_pop(plan, registers[i - 1]);
        x86_copy_pushed(copy, lower -= WORD);
    }
    if (saves)
        emit_pop_flags(plan);
    x86_copy_pushed(copy, skips ? RED_ZONE : 0);
    if (skips)
        emit_move_stack(plan, RED_ZONE);
    x86_copy_pushed(copy, 0);
}
