/* copy_probes.c: counters in the copy of a function. */
#include "loops/x86_64/copy.h"

enum { RED_ZONE = 128, MOST = 3 };

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

/* first = the way from the cell to the register, in the direction of the step; `second` is there
 * only if flags are needed. */
static void put_way(struct x86_copy *copy, const struct probe *probe, const unsigned *registers,
                    bool flags)
{
    const struct induction *induction = &probe->induction;
    struct plan *plan = copy->plan;
    unsigned node = registers[0], first = registers[1], number = induction->number;
    int32_t cell = (int32_t)rewrite_cell(copy->function, probe->cell);
    int32_t step = probe->before ? (int32_t)induction->step : 0;
    bool narrow = induction->is_narrow;
    if (induction->step > 0) {
        emit_load(plan, first, node, cell);
        emit_not(plan, first, false);
        emit_sum(plan, first, first, number, step + 1, narrow);
        return;
    }
    emit_move(plan, first, number);
    emit_not(plan, first, false);
    if (flags) {
        emit_load(plan, registers[2], node, cell);
        emit_sum(plan, first, first, registers[2], 1 - step, narrow);
    } else {
        emit_add_memory(plan, first, node, cell, narrow);
        emit_sum(plan, first, first, EMIT_NO_INDEX, 1 - step, narrow);
    }
}

static void put_entry(struct x86_copy *copy, const struct probe *probe, unsigned node,
                      unsigned first)
{
    if (first >= R8)
        emit_byte(copy->plan, 0x41);
    emit_byte(copy->plan, 0xb8 | (first & 7)); /* mov, which leaves flags alone */
    emit_word(copy->plan, probe->number);
    emit_store(copy->plan, first, node, (int32_t)rewrite_cell(copy->function, probe->cell));
}

static void put_visit(struct x86_copy *copy, const struct probe *probe, const unsigned *registers,
                      bool flags)
{
    struct plan *plan = copy->plan;
    if (flags) {
        emit_move_stack(plan, -RED_ZONE);
        emit_push_flags(plan);
    }
    emit_load(plan, registers[1], registers[0], (int32_t)rewrite_cell(copy->function, probe->cell));
    emit_compare(plan, registers[1], probe->number);
    uint32_t over = emit_branch(plan, EMIT_NOT_ZERO);
    emit_count(plan, registers[0], (int32_t)rewrite_counter(probe->counter));
    emit_lead_to(plan, over, plan_here(plan));
    if (flags) {
        emit_pop_flags(plan);
        emit_move_stack(plan, RED_ZONE);
    }
}

static void put_probe(struct x86_copy *copy, const struct probe *probe, const unsigned *registers,
                      bool flags)
{
    const struct induction *induction = &probe->induction;
    struct plan *plan = copy->plan;
    unsigned node = registers[0], first = registers[1];
    int32_t counter = (int32_t)rewrite_counter(probe->counter);
    if (probe->kind == PROBE_NOTE) {
        emit_sum(plan, first, induction->number, EMIT_NO_INDEX, (int32_t)induction->step,
                 induction->is_narrow);
        emit_store(plan, first, node, (int32_t)rewrite_cell(copy->function, probe->cell));
    } else if (probe->kind == PROBE_COUNT && !flags) {
        emit_count(plan, node, counter);
    } else if (probe->kind == PROBE_COUNT) {
        emit_load(plan, first, node, counter);
        emit_sum(plan, first, first, EMIT_NO_INDEX, 1, false);
        emit_store(plan, first, node, counter);
    } else if (probe->kind == PROBE_ENTRY) {
        put_entry(copy, probe, node, first);
    } else if (probe->kind == PROBE_VISIT) {
        put_visit(copy, probe, registers, flags);
    } else {
        put_way(copy, probe, registers, flags);
        if (!flags) {
            emit_add_to_memory(plan, first, node, counter);
            return;
        }
        emit_load(plan, registers[2], node, counter);
        emit_sum(plan, first, first, registers[2], 0, false);
        emit_store(plan, first, node, counter);
    }
}

/* How many registers the probes of an edge take, and which ones they read. */
static uint32_t survey(const struct probes *probes, uint32_t edge, bool flags, uint32_t *reads)
{
    uint32_t wanted = flags ? 2 : 1;
    *reads = 0;
    for (uint32_t i = probes->first[edge]; i < probes->first[edge + 1]; i++) {
        const struct probe *probe = &probes->all[i];
        uint32_t takes = probe->kind == PROBE_ADD && flags ? MOST : 2;
        if (probe->kind == PROBE_COUNT)
            continue;
        *reads |= X86_64_BIT(probe->induction.number);
        wanted = takes > wanted ? takes : wanted;
    }
    return wanted;
}

void x86_copy_probes(struct x86_copy *copy, uint32_t edge, uint32_t needed)
{
    const struct probes *probes = &copy->function->probes;
    bool flags = needed & INSTRUCTION_FLAGS;
    uint32_t reads, kept = 0;
    unsigned registers[MOST];
    if (probes->first[edge] == probes->first[edge + 1])
        return;
    uint32_t wanted = survey(probes, edge, flags, &reads);
    uint32_t have = x86_copy_scratch(needed | reads, wanted, registers);
    for (uint32_t i = 0; i < have; i++)
        kept |= X86_64_BIT(registers[i]);
    x86_copy_scratch(kept | reads, wanted - have, registers + have);
    bool skips = have < wanted && !copy->has_calls;
    if (skips)
        emit_move_stack(copy->plan, -RED_ZONE);
    for (uint32_t i = have; i < wanted; i++)
        emit_push(copy->plan, registers[i]);
    emit_load_current(copy->plan, registers[0]);
    for (uint32_t i = probes->first[edge]; i < probes->first[edge + 1]; i++)
        put_probe(copy, &probes->all[i], registers, flags);
    for (uint32_t i = wanted; i > have; i--)
        emit_pop(copy->plan, registers[i - 1]);
    if (skips)
        emit_move_stack(copy->plan, RED_ZONE);
}
