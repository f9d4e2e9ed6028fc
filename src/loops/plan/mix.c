/* mix.c: see mix.h */
#include "loops/plan/mix.h"

#include "loops/architecture.h"
#include "loops/flow/operation.h"

/* The sums of a block, by enum format_operation, and which of them were added to. */
struct sums {
    uint32_t all[FORMAT_OPERATIONS];
    uint64_t used; /* bits */
};

_Static_assert(FORMAT_OPERATIONS <= 64, "bits of struct sums");

static void add(struct sums *sums, uint32_t operation, uint32_t count)
{
    sums->all[operation] += count;
    sums->used |= UINT64_C(1) << operation;
}

/* Adds an instruction to the sums of its block. */
static void add_instruction(struct sums *sums, const struct loops_operation *operation)
{
    uint32_t length = loops_operation_length(operation);
    add(sums, operation->class, 1);
    if (operation->loads || operation->stores || operation->loaded || operation->stored) {
        add(sums, FORMAT_OPERATION_LOADS, operation->loads);
        add(sums, FORMAT_OPERATION_STORES, operation->stores);
        add(sums, FORMAT_OPERATION_LOADED, operation->loaded);
        add(sums, FORMAT_OPERATION_STORED, operation->stored);
        add(sums, FORMAT_OPERATION_STACK,
            operation->on_stack && (operation->loads || operation->stores));
    }
    if (operation->is_fused)
        add(sums, FORMAT_OPERATION_FUSED, 1);
    if (operation->is_unsure)
        add(sums, FORMAT_OPERATION_UNSURE, 1);
    if (length)
        add(sums, FORMAT_OPERATION_VECTOR_64 + length - 1, 1);
    if (operation->flops)
        add(sums, format_operation_flops(operation->precision, length), operation->flops);
}

/* Appends the sums of a block that are not 0, and clears them; large ones in several elements. */
static void append(struct loops_plan *plan, uint32_t block, struct sums *sums)
{
    for (; sums->used; sums->used &= sums->used - 1) {
        uint32_t operation = (uint32_t)__builtin_ctzll(sums->used);
        for (uint32_t rest = sums->all[operation], part; rest; rest -= part) {
            part = rest < UINT16_MAX ? rest : UINT16_MAX;
            struct format_mix element = {
                .block = block, .operation = (uint16_t)operation, .count = (uint16_t)part};
            loops_plan_append(plan, FORMAT_PLAN_MIXES, &element, sizeof element);
        }
        sums->all[operation] = 0;
    }
}

void loops_mix_add(struct loops_plan *plan, const struct loops_binary *binary,
                   const struct loops_graph *graph, struct format_function *function)
{
    const struct buffer *section = &plan->sections[FORMAT_PLAN_MIXES];
    struct sums sums = {0};
    function->first_mix = (uint32_t)(section->used / sizeof(struct format_mix));
    for (uint32_t i = 0; i < graph->block_count; i++) {
        if (graph->blocks[i].is_hub)
            continue;
        const struct loops_instruction *first = &graph->instructions[graph->blocks[i].first],
                                       *last = loops_graph_last(graph, i + 1);
        const uint8_t *bytes = loops_binary_bytes(
            binary, first->address, last->address + last->size - first->address, NULL);
        for (const struct loops_instruction *in = first; bytes && in <= last; in++) {
            struct loops_operation operation;
            binary->architecture->operation(bytes + (in->address - first->address), in->size, in,
                                            &operation);
            add_instruction(&sums, &operation);
        }
        append(plan, i, &sums);
    }
    function->mixes = (uint32_t)(section->used / sizeof(struct format_mix)) - function->first_mix;
}
