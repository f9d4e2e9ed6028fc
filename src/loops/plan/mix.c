/* mix.c: see mix.h */
#include "loops/plan/mix.h"

#include "loops/architecture.h"
#include "loops/flow/operation.h"

#include <string.h>

/* Adds an instruction to the sums of its block, by enum format_operation. */
static void add_instruction(uint32_t *sums, const struct loops_operation *operation)
{
    uint32_t length = loops_operation_length(operation);
    sums[operation->class]++;
    sums[FORMAT_OPERATION_LOADS] += operation->loads;
    sums[FORMAT_OPERATION_STORES] += operation->stores;
    sums[FORMAT_OPERATION_LOADED] += operation->loaded;
    sums[FORMAT_OPERATION_STORED] += operation->stored;
    sums[FORMAT_OPERATION_STACK] += operation->on_stack && (operation->loads || operation->stores);
    sums[FORMAT_OPERATION_FUSED] += operation->is_fused;
    sums[FORMAT_OPERATION_UNSURE] += operation->is_unsure;
    if (length)
        sums[FORMAT_OPERATION_VECTOR_64 + length - 1]++;
    if (operation->flops)
        sums[format_operation_flops(operation->precision, length)] += operation->flops;
}

/* Appends the sums of a block that are not 0; large ones in several elements. */
static void append(struct loops_plan *plan, uint32_t block, const uint32_t *sums)
{
    for (uint32_t i = 0; i < FORMAT_OPERATIONS; i++) {
        for (uint32_t rest = sums[i], part; rest; rest -= part) {
            part = rest < UINT16_MAX ? rest : UINT16_MAX;
            struct format_mix element = {
                .block = block, .operation = (uint16_t)i, .count = (uint16_t)part};
            loops_plan_append(plan, FORMAT_PLAN_MIXES, &element, sizeof element);
        }
    }
}

void loops_mix_add(struct loops_plan *plan, const struct loops_binary *binary,
                   const struct loops_graph *graph, struct format_function *function)
{
    const struct buffer *section = &plan->sections[FORMAT_PLAN_MIXES];
    uint32_t sums[FORMAT_OPERATIONS];
    function->first_mix = (uint32_t)(section->used / sizeof(struct format_mix));
    for (uint32_t i = 0; i < graph->block_count; i++) {
        memset(sums, 0, sizeof sums);
        const struct loops_instruction *first = &graph->instructions[graph->blocks[i].first],
                                       *last = &graph->instructions[graph->blocks[i].end - 1];
        const uint8_t *bytes = loops_binary_bytes(
            binary, first->address, last->address + last->size - first->address, NULL);
        for (const struct loops_instruction *in = first; bytes && in <= last; in++) {
            struct loops_operation operation;
            binary->architecture->operation(bytes + (in->address - first->address), in->size, in,
                                            &operation);
            add_instruction(sums, &operation);
        }
        append(plan, i, sums);
    }
    function->mixes = (uint32_t)(section->used / sizeof(struct format_mix)) - function->first_mix;
}
