/* copy_probes.c: counters in the copy of a function. */
#include "loops/aarch64/copy.h"

/* Registers that nothing needs; those that the calling convention wastes first. */
uint32_t copy_scratch(uint32_t needed, uint32_t count, uint32_t *found)
{
    static const uint8_t order[] = {17, 16, 15, 14, 13, 12, 11, 10, 9,  8,  7,  6,  5,  4,
                                    3,  2,  1,  0,  28, 27, 26, 25, 24, 23, 22, 21, 20, 19};
    uint32_t have = 0;
    for (size_t i = 0; i < sizeof order && have < count; i++) {
        if (!(needed >> order[i] & 1))
            found[have++] = order[i];
    }
    return have;
}

void copy_current(struct copy *copy, uint32_t thread, uint32_t node)
{
    copy_put(copy, emit_thread(thread));
    plan_move(copy->plan, plan_here(copy->plan), FORMAT_MOVE_TLS, 0);
    copy_put(copy, emit_load(node, thread, 0));
}

static void put_probe(struct copy *copy, const struct probe *probe, uint32_t node, uint32_t first,
                      uint32_t second)
{
    const struct induction *induction = &probe->induction;
    uint32_t counter = rewrite_counter(probe->counter);
    uint32_t cell = rewrite_cell(copy->function, probe->cell);
    uint32_t number = induction->number;
    bool narrow = induction->is_narrow;
    if (probe->kind == PROBE_NOTE) {
        copy_put(copy, emit_add(first, number, induction->step, narrow));
        copy_put(copy, emit_store(first, node, cell));
        return;
    }
    if (probe->kind == PROBE_COUNT) {
        copy_put(copy, emit_load(first, node, counter));
        copy_put(copy, emit_add(first, first, 1, false));
        copy_put(copy, emit_store(first, node, counter));
        return;
    }
    copy_put(copy, emit_load(first, node, cell));
    if (probe->before) {
        copy_put(copy, emit_add(second, number, induction->step, narrow));
        number = second;
    }
    if (induction->step > 0)
        copy_put(copy, emit_subtract(first, number, first, narrow));
    else
        copy_put(copy, emit_subtract(first, first, number, narrow));
    copy_put(copy, emit_load(second, node, counter));
    copy_put(copy, emit_add_registers(second, second, first));
    copy_put(copy, emit_store(second, node, counter));
}

void copy_probes(struct copy *copy, uint32_t edge, uint32_t needed)
{
    const struct probes *probes = &copy->function->probes;
    uint32_t first = probes->first[edge], end = probes->first[edge + 1], used = 0;
    bool kept = copy->keeps_node, add = false;
    if (first == end)
        return;
    for (uint32_t i = first; i < end; i++) {
        add |= probes->all[i].kind == PROBE_ADD;
        if (probes->all[i].kind != PROBE_COUNT)
            used |= REGISTER(probes->all[i].induction.number);
    }
    used |= kept ? REGISTER(X17) : 0;
    uint32_t wanted = (add ? 2U : 1U) + (kept ? 0 : 1), free[3], spilled[4] = {ZERO, ZERO, 0, 0};
    uint32_t have = copy_scratch(needed | used, wanted, free);
    for (uint32_t i = 0; i < have; i++)
        used |= REGISTER(free[i]);
    uint32_t spills = copy_scratch(used, wanted - have, spilled);
    for (uint32_t i = 0; i < spills; i++)
        free[have + i] = spilled[i];
    for (uint32_t i = 0; i < spills; i += 2)
        copy_put(copy, emit_push(spilled[i], i + 1 < spills ? spilled[i + 1] : ZERO));
    uint32_t node = kept ? X17 : free[wanted - 1];
    if (!kept)
        copy_current(copy, node, node);
    for (uint32_t i = first; i < end; i++)
        put_probe(copy, &probes->all[i], node, free[0], free[1]);
    for (uint32_t i = (spills + 1) / 2 * 2; i; i -= 2)
        copy_put(copy, emit_pop(spilled[i - 2], i - 1 < spills ? spilled[i - 1] : ZERO));
}
