/* pool.h: the nodes of cost expressions, each kept once. Only for the files of cost/.
 *
 * What is kept is in normal form: sums and products are flat lists without subtraction and
 * division; a sum has at most one number, a product at most one coefficient, which is its first
 * operand; lists are sorted by node. simplify.c and functions.c make it so. */
#ifndef MODEL_COST_POOL_H
#define MODEL_COST_POOL_H

#include "model/cost/cost.h"
#include "util/interned.h"

enum {
    POOL_DEEPEST = 2000, /* nesting of an expression; recursion over nodes stays within a stack */
    POOL_NONE = -1,
    POOL_MASK_SHARED = 63, /* bit of all variables that have no bit of their own */
};

struct cost_node {
    uint8_t op;    /* enum model_cost_op */
    bool may_fail; /* its evaluation may meet a division by zero or the like */
    uint16_t depth;
    uint32_t count; /* of operands; SUM: first, last, body */
    uint32_t first; /* position in pool->operands */
    uint32_t name;  /* VARIABLE, SUM: the variable; CURVE: the curve; NUMBER: position in numbers */
    uint32_t hash;
    uint64_t mask; /* which free variables occur: a bit for each of the first 63, one for others */
};

/* What is known of a variable. */
struct cost_variable {
    char *name;
    int64_t node;          /* the node of the variable, or POOL_NONE */
    bool whole, permanent; /* permanent: by model_cost_assume; else while a sum is simplified */
    double least;
    model_cost first, last; /* bounds of an index, if `bounded` */
    bool bounded;
};

struct cost_curve {
    char *name;
    struct model_cost_point *points; /* NULL: not defined */
    size_t count;
};

/* Room for compiling: a slot per node, all UINT32_MAX between compilations. */
struct cost_scratch {
    uint32_t *slot_of;
    size_t room;
};

/* A slot of the hash table. The hash stands here, too, so that most others are told apart without a
 * look at their nodes. */
struct cost_slot {
    uint32_t hash;
    uint32_t node; /* + 1; 0: free */
};

struct model_costs {
    struct cost_scratch *scratch;
    struct cost_node *nodes;
    size_t count, room;
    model_cost *operands;
    size_t operand_count, operand_room;
    struct model_number *numbers;
    size_t number_count, number_room;
    struct interned *names; /* of variables */
    struct cost_variable *variables;
    size_t variable_count, variable_room;
    struct cost_curve *curves;
    size_t curve_count, curve_room;
    struct cost_slot *slots; /* hash table */
    size_t slot_count;
    uint32_t *innermost; /* stack of indices with bounds, while sums are simplified */
    size_t innermost_count, innermost_room;
};

/* Returns the node with these operands, which is made if there is none. `name` as in cost_node. */
model_cost pool_node(struct model_costs *pool, enum model_cost_op op, uint32_t name,
                     const model_cost *operands, size_t count);
model_cost pool_number(struct model_costs *pool, struct model_number number);

uint32_t pool_variable(struct model_costs *pool, const char *name);
uint32_t pool_curve(struct model_costs *pool, const char *name);
int64_t pool_find_variable(const struct model_costs *pool, const char *name); /* or POOL_NONE */

static inline const struct cost_node *pool_at(const struct model_costs *pool, model_cost node)
{
    return &pool->nodes[node];
}

static inline enum model_cost_op pool_op(const struct model_costs *pool, model_cost node)
{
    return (enum model_cost_op)pool->nodes[node].op;
}

static inline model_cost pool_operand(const struct model_costs *pool, model_cost node, size_t i)
{
    return pool->operands[pool->nodes[node].first + i];
}

static inline struct model_number pool_value(const struct model_costs *pool, model_cost node)
{
    return pool->numbers[pool->nodes[node].name];
}

static inline bool pool_is_number(const struct model_costs *pool, model_cost node)
{
    return pool_op(pool, node) == MODEL_COST_NUMBER;
}

static inline uint64_t pool_bit(uint32_t variable)
{
    return (uint64_t)1 << (variable < POOL_MASK_SHARED ? variable : POOL_MASK_SHARED);
}

/* False only if the variable surely does not occur free in the node. */
static inline bool pool_depends(const struct model_costs *pool, model_cost node, uint32_t variable)
{
    return pool->nodes[node].mask & pool_bit(variable);
}

#endif
