/* pool.c: keeps each node of cost expressions once. */
#include "model/cost/pool.h"

#include "util/memory.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct model_costs *model_costs_new(void)
{
    struct model_costs *pool = memory_zeroed(1, sizeof *pool);
    pool->scratch = memory_zeroed(1, sizeof *pool->scratch);
    pool->names = interned_new();
    pool->slot_count = 1024;
    pool->slots = memory_zeroed(pool->slot_count, sizeof *pool->slots);
    model_cost_assume(pool, "n", true, 0);
    model_cost_assume(pool, "p", true, 1);
    model_cost_assume(pool, "rank", true, 0);
    static const char *const system[] = {"_system_flops",     "_system_cores",
                                         "_system_memory",    "_system_bandwidth",
                                         "_system_disk_read", "_system_disk_write"};
    for (size_t i = 0; i < sizeof system / sizeof system[0]; i++)
        model_cost_assume(pool, system[i], false,
                          DBL_MIN); /* so that costs can be divided by them */
    return pool;
}

void model_costs_free(struct model_costs *pool)
{
    if (!pool)
        return;
    for (size_t i = 0; i < pool->variable_count; i++)
        free(pool->variables[i].name);
    for (size_t i = 0; i < pool->curve_count; i++) {
        free(pool->curves[i].name);
        free(pool->curves[i].points);
    }
    interned_free(pool->names);
    free(pool->scratch->slot_of);
    free(pool->scratch);
    free(pool->nodes);
    free(pool->operands);
    free(pool->numbers);
    free(pool->variables);
    free(pool->curves);
    free(pool->slots);
    free(pool->innermost);
    free(pool);
}

static uint32_t mix(uint32_t hash, uint32_t value)
{
    return (hash ^ value) * 0x9E3779B1u + (hash >> 15);
}

/* Spreads the bits, so that neighbours do not share their slots. */
static uint32_t spread(uint32_t hash)
{
    hash = (hash ^ hash >> 16) * 0x85EBCA6Bu;
    hash = (hash ^ hash >> 13) * 0xC2B2AE35u;
    return hash ^ hash >> 16;
}

static uint32_t hash_of(enum model_cost_op op, uint32_t name, const model_cost *operands,
                        size_t count)
{
    uint32_t hash = mix(0x811C9DC5u, (uint32_t)op);
    hash = mix(hash, name);
    for (size_t i = 0; i < count; i++)
        hash = mix(hash, operands[i]);
    return spread(hash);
}

static uint32_t hash_number(struct model_number number)
{
    uint64_t bits;
    memcpy(&bits, &number.real, sizeof bits);
    uint64_t one = number.bottom ? (uint64_t)number.top : bits;
    uint32_t hash = mix(mix(7, (uint32_t)one), (uint32_t)(one >> 32));
    hash = mix(mix(hash, (uint32_t)number.bottom), (uint32_t)((uint64_t)number.bottom >> 32));
    return spread(hash);
}

static void put_slot(struct model_costs *pool, uint32_t hash, model_cost node)
{
    size_t mask = pool->slot_count - 1, at = hash & mask;
    while (pool->slots[at].node)
        at = (at + 1) & mask;
    pool->slots[at] = (struct cost_slot){hash, node + 1};
}

static void grow_slots(struct model_costs *pool)
{
    if (pool->count * 2 < pool->slot_count)
        return;
    free(pool->slots);
    pool->slot_count *= 2;
    pool->slots = memory_zeroed(pool->slot_count, sizeof *pool->slots);
    for (model_cost i = 0; i < pool->count; i++)
        put_slot(pool, pool->nodes[i].hash, i);
}

static model_cost append(struct model_costs *pool, struct cost_node node)
{
    assert(pool->count < UINT32_MAX - 1);
    grow_slots(pool);
    pool->nodes = memory_grow(pool->nodes, &pool->room, pool->count + 1, sizeof *pool->nodes);
    pool->nodes[pool->count] = node;
    put_slot(pool, node.hash, (model_cost)pool->count);
    return (model_cost)pool->count++;
}

static bool is_same(const struct model_costs *pool, const struct cost_node *node,
                    enum model_cost_op op, uint32_t name, const model_cost *operands, size_t count)
{
    return node->op == (uint8_t)op && node->name == name && node->count == count &&
           (!count ||
            memcmp(pool->operands + node->first, operands, count * sizeof *operands) == 0);
}

static uint64_t mask_of(const struct model_costs *pool, enum model_cost_op op, uint32_t name,
                        const model_cost *operands, size_t count)
{
    uint64_t mask = op == MODEL_COST_VARIABLE ? pool_bit(name) : 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t of_operand = pool->nodes[operands[i]].mask;
        if (op == MODEL_COST_SUM && i == 2 && name < POOL_MASK_SHARED)
            of_operand &= ~pool_bit(name);
        mask |= of_operand;
    }
    return mask;
}

static uint16_t depth_of(const struct model_costs *pool, const model_cost *operands, size_t count)
{
    uint16_t depth = 0;
    for (size_t i = 0; i < count; i++) {
        uint16_t of_operand = pool->nodes[operands[i]].depth;
        depth = of_operand >= depth ? (uint16_t)(of_operand + 1) : depth;
    }
    return depth;
}

/* True if the operation itself may have no result. */
static bool may_fail(const struct model_costs *pool, enum model_cost_op op,
                     const model_cost *operands)
{
    if (op == MODEL_COST_POWER) {
        if (!pool_is_number(pool, operands[1]))
            return true;
        struct model_number exponent = pool_value(pool, operands[1]);
        return exponent.bottom != 1 || exponent.top < 0;
    }
    return op == MODEL_COST_REMAINDER || op == MODEL_COST_LOG || op == MODEL_COST_LOG2 ||
           op == MODEL_COST_CURVE || op == MODEL_COST_SUM || op == MODEL_COST_TOO_DEEP;
}

static bool any_may_fail(const struct model_costs *pool, const model_cost *operands, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (pool->nodes[operands[i]].may_fail)
            return true;
    }
    return false;
}

model_cost pool_node(struct model_costs *pool, enum model_cost_op op, uint32_t name,
                     const model_cost *operands, size_t count)
{
    uint16_t depth = depth_of(pool, operands, count);
    if (depth > POOL_DEEPEST)
        return pool_node(pool, MODEL_COST_TOO_DEEP, 0, NULL, 0);
    uint32_t hash = hash_of(op, name, operands, count);
    size_t mask = pool->slot_count - 1;
    for (size_t at = hash & mask; pool->slots[at].node; at = (at + 1) & mask) {
        model_cost found = pool->slots[at].node - 1;
        if (pool->slots[at].hash == hash &&
            is_same(pool, &pool->nodes[found], op, name, operands, count))
            return found;
    }
    pool->operands = memory_grow(pool->operands, &pool->operand_room, pool->operand_count + count,
                                 sizeof *pool->operands);
    if (count)
        memcpy(pool->operands + pool->operand_count, operands, count * sizeof *operands);
    struct cost_node node = {.op = (uint8_t)op,
                             .may_fail = may_fail(pool, op, operands) ||
                                         any_may_fail(pool, operands, count),
                             .depth = depth,
                             .count = (uint32_t)count,
                             .first = (uint32_t)pool->operand_count,
                             .name = name,
                             .hash = hash,
                             .mask = mask_of(pool, op, name, operands, count)};
    pool->operand_count += count;
    if (op == MODEL_COST_VARIABLE)
        pool->variables[name].node = (int64_t)pool->count;
    return append(pool, node);
}

model_cost pool_number(struct model_costs *pool, struct model_number number)
{
    assert(number.bottom || isfinite(number.real));
    number = model_number_canonical(number);
    uint32_t hash = hash_number(number);
    size_t mask = pool->slot_count - 1;
    for (size_t at = hash & mask; pool->slots[at].node; at = (at + 1) & mask) {
        model_cost found = pool->slots[at].node - 1;
        if (pool->slots[at].hash == hash && pool_is_number(pool, found) &&
            model_number_same(pool_value(pool, found), number))
            return found;
    }
    pool->numbers = memory_grow(pool->numbers, &pool->number_room, pool->number_count + 1,
                                sizeof *pool->numbers);
    pool->numbers[pool->number_count] = number;
    return append(pool, (struct cost_node){.op = MODEL_COST_NUMBER,
                                           .name = (uint32_t)pool->number_count++,
                                           .hash = hash});
}

int64_t pool_find_variable(const struct model_costs *pool, const char *name)
{
    uint32_t found = interned_find(pool->names, name, strlen(name));
    return found == UINT32_MAX ? POOL_NONE : (int64_t)found;
}

uint32_t pool_variable(struct model_costs *pool, const char *name)
{
    int64_t found = pool_find_variable(pool, name);
    if (found != POOL_NONE)
        return (uint32_t)found;
    interned_add_text(pool->names, name);
    pool->variables = memory_grow(pool->variables, &pool->variable_room, pool->variable_count + 1,
                                  sizeof *pool->variables);
    pool->variables[pool->variable_count] =
        (struct cost_variable){.name = memory_string(name), .node = POOL_NONE, .least = -INFINITY};
    return (uint32_t)pool->variable_count++;
}

uint32_t pool_curve(struct model_costs *pool, const char *name)
{
    for (size_t i = 0; i < pool->curve_count; i++) {
        if (!strcmp(pool->curves[i].name, name))
            return (uint32_t)i;
    }
    pool->curves =
        memory_grow(pool->curves, &pool->curve_room, pool->curve_count + 1, sizeof *pool->curves);
    pool->curves[pool->curve_count] = (struct cost_curve){.name = memory_string(name)};
    return (uint32_t)pool->curve_count++;
}

void model_cost_assume(struct model_costs *pool, const char *name, bool whole, double least)
{
    uint32_t variable = pool_variable(pool, name);
    pool->variables[variable].whole = whole;
    pool->variables[variable].least = least;
    pool->variables[variable].permanent = true;
}

bool model_cost_may_index(const struct model_costs *pool, const char *name)
{
    int64_t variable = pool_find_variable(pool, name);
    return variable == POOL_NONE || !pool->variables[variable].permanent;
}

bool model_cost_is_number(const struct model_costs *pool, model_cost node,
                          struct model_number *number)
{
    if (!pool_is_number(pool, node))
        return false;
    *number = pool_value(pool, node);
    return true;
}

bool model_cost_depends(const struct model_costs *pool, model_cost node, const char *name)
{
    int64_t variable = pool_find_variable(pool, name);
    return variable != POOL_NONE && pool_depends(pool, node, (uint32_t)variable);
}
