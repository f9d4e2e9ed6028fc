/* compile.c: turns expressions into a list of steps in which every shared part comes once. */
#include "model/cost/polynomial.h"
#include "model/cost/program.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { NO_SLOT = UINT32_MAX, LOOKS = 10000 };

struct compiler {
    const struct model_costs *pool;
    struct model_program *program;
    uint32_t *slot_of;   /* node to slot */
    size_t looks_left;   /* of one emit_outside() */
    model_cost *emitted; /* nodes with slots, in the order of their steps */
    size_t emitted_count, emitted_room;
};

static uint32_t new_slot(struct model_program *program, struct model_number value)
{
    program->slots = memory_grow(program->slots, &program->slot_room, program->slot_count + 1,
                                 sizeof *program->slots);
    program->slots[program->slot_count] = value;
    return (uint32_t)program->slot_count++;
}

static void remember(struct compiler *compiler, model_cost node, uint32_t slot)
{
    compiler->slot_of[node] = slot;
    compiler->emitted = memory_grow(compiler->emitted, &compiler->emitted_room,
                                    compiler->emitted_count + 1, sizeof *compiler->emitted);
    compiler->emitted[compiler->emitted_count++] = node;
}

static uint32_t emit(struct compiler *compiler, model_cost node);

static size_t new_step(struct model_program *program, enum model_cost_op op, model_cost node)
{
    program->steps = memory_grow(program->steps, &program->step_room, program->step_count + 1,
                                 sizeof *program->steps);
    program->steps[program->step_count] =
        (struct program_step){.op = (uint8_t)op, .node = node, .slot = NO_SLOT};
    return program->step_count++;
}

static uint32_t add_operands(struct model_program *program, const uint32_t *slots, size_t count)
{
    program->operands = memory_grow(program->operands, &program->operand_room,
                                    program->operand_count + count, sizeof *program->operands);
    memcpy(program->operands + program->operand_count, slots, count * sizeof *slots);
    program->operand_count += count;
    return (uint32_t)(program->operand_count - count);
}

/* Emits the parts of a sum's body that are the same in every trip and cannot fail: they are needed
 * only if there is a trip. */
static void emit_outside(struct compiler *compiler, model_cost node, uint32_t index)
{
    const struct cost_node *at = pool_at(compiler->pool, node);
    if (compiler->slot_of[node] != NO_SLOT || !compiler->looks_left)
        return;
    compiler->looks_left--;
    if (!(at->mask & pool_bit(index)) && !at->may_fail) {
        emit(compiler, node);
        return;
    }
    if (at->op == MODEL_COST_SUM)
        return;
    for (size_t i = 0; i < at->count; i++)
        emit_outside(compiler, pool_operand(compiler->pool, node, i), index);
}

static uint32_t emit_sum(struct compiler *compiler, model_cost node)
{
    const struct model_costs *pool = compiler->pool;
    struct model_program *program = compiler->program;
    uint32_t index = pool_at(pool, node)->name, slots[4];
    model_cost body = pool_operand(pool, node, 2);
    slots[0] = emit(compiler, pool_operand(pool, node, 0));
    slots[1] = emit(compiler, pool_operand(pool, node, 1));
    compiler->looks_left = LOOKS;
    emit_outside(compiler, body, index);
    /* The index has a slot of its own within the body, whatever the variable means outside. */
    int64_t itself = pool->variables[index].node;
    uint32_t outside = NO_SLOT;
    slots[3] = new_slot(program, model_number_whole(0));
    size_t step = new_step(program, MODEL_COST_SUM, node), before = compiler->emitted_count;
    if (itself != POOL_NONE) {
        outside = compiler->slot_of[itself];
        compiler->slot_of[itself] = slots[3];
    }
    slots[2] = emit(compiler, body);
    while (compiler->emitted_count > before)
        compiler->slot_of[compiler->emitted[--compiler->emitted_count]] = NO_SLOT;
    if (itself != POOL_NONE)
        compiler->slot_of[itself] = outside;
    program->steps[step].first = add_operands(program, slots, 4);
    program->steps[step].count = 4;
    program->steps[step].end = (uint32_t)program->step_count;
    program->steps[step].degree = (uint8_t)polynomial_degree(pool, body, index);
    program->steps[step].slot = new_slot(program, model_number_whole(0));
    return program->steps[step].slot;
}

static uint32_t emit_variable(struct compiler *compiler, model_cost node)
{
    struct model_program *program = compiler->program;
    uint32_t name = pool_at(compiler->pool, node)->name;
    for (size_t i = 0; i < program->variable_count; i++) {
        if (program->variables[i].variable == name)
            return program->variables[i].slot;
    }
    uint32_t slot = new_slot(program, model_number_whole(0));
    program->variables = memory_grow(program->variables, &program->variable_room,
                                     program->variable_count + 1, sizeof *program->variables);
    program->variables[program->variable_count++] =
        (struct program_variable){.variable = name, .slot = slot};
    return slot;
}

/* Returns base of base ** -1, so that a product can divide by it; else the node. */
static model_cost divisor_of(const struct model_costs *pool, model_cost node)
{
    if (pool_op(pool, node) != MODEL_COST_POWER)
        return node;
    model_cost exponent = pool_operand(pool, node, 1);
    if (!pool_is_number(pool, exponent) || pool_value(pool, exponent).bottom != 1 ||
        pool_value(pool, exponent).top != -1)
        return node;
    return pool_operand(pool, node, 0);
}

static uint32_t emit_operation(struct compiler *compiler, model_cost node)
{
    const struct model_costs *pool = compiler->pool;
    struct model_program *program = compiler->program;
    const struct cost_node *at = pool_at(pool, node);
    uint32_t few[16], *slots = at->count > 16 ? memory_zeroed(at->count, sizeof *slots) : few;
    uint64_t below = 0;
    for (size_t i = 0; i < at->count; i++) {
        model_cost operand = pool_operand(pool, node, i);
        model_cost divisor =
            at->op == MODEL_COST_MULTIPLY && i < 64 ? divisor_of(pool, operand) : operand;
        below |= divisor == operand ? 0 : (uint64_t)1 << i;
        slots[i] = emit(compiler, divisor);
    }
    size_t step = new_step(program, pool_op(pool, node), node);
    program->steps[step].first = add_operands(program, slots, at->count);
    program->steps[step].count = at->count;
    program->steps[step].below = below;
    program->steps[step].curve = at->op == MODEL_COST_CURVE ? at->name : 0;
    program->steps[step].slot = new_slot(program, model_number_whole(0));
    if (slots != few)
        free(slots);
    return program->steps[step].slot;
}

static uint32_t emit(struct compiler *compiler, model_cost node)
{
    uint32_t slot = compiler->slot_of[node];
    if (slot != NO_SLOT)
        return slot;
    switch (pool_op(compiler->pool, node)) {
    case MODEL_COST_NUMBER:
        slot = new_slot(compiler->program, pool_value(compiler->pool, node));
        break;
    case MODEL_COST_VARIABLE:
        slot = emit_variable(compiler, node);
        break;
    case MODEL_COST_SUM:
        slot = emit_sum(compiler, node);
        break;
    default:
        slot = emit_operation(compiler, node);
    }
    remember(compiler, node, slot);
    return slot;
}

struct model_program *model_cost_compile(const struct model_costs *pool, const model_cost *nodes,
                                         size_t count)
{
    struct compiler compiler = {.pool = pool};
    struct model_program *program = compiler.program = memory_zeroed(1, sizeof *program);
    program->pool = pool;
    struct cost_scratch *scratch = pool->scratch;
    size_t before = scratch->room;
    scratch->slot_of =
        memory_grow(scratch->slot_of, &scratch->room, pool->count + 1, sizeof *scratch->slot_of);
    memset(scratch->slot_of + before, 0xFF, (scratch->room - before) * sizeof *scratch->slot_of);
    compiler.slot_of = scratch->slot_of;
    program->results = memory_zeroed(count ? count : 1, sizeof *program->results);
    for (size_t i = 0; i < count; i++)
        program->results[program->result_count++] = emit(&compiler, nodes[i]);
    while (compiler.emitted_count)
        compiler.slot_of[compiler.emitted[--compiler.emitted_count]] = NO_SLOT;
    free(compiler.emitted);
    return program;
}

void model_program_free(struct model_program *program)
{
    if (!program)
        return;
    free(program->steps);
    free(program->operands);
    free(program->slots);
    free(program->variables);
    free(program->results);
    free(program);
}
