/* cost.h: cost expressions: arithmetic over numbers and variables that are known at run time.
 *
 * A pool owns expressions. Equal expressions are one node: what is built is simplified (like terms
 * are collected, sums over ranges become closed forms where that is exact), and two expressions
 * that simplify to the same have the same model_cost. Simplifying never changes the value of an
 * expression where it has one; it may have a value where the original had none (x/x is 1).
 *
 * The variables n, p and rank are whole numbers; n and rank are not negative, p is not below 1.
 * The machine's speeds, such as _system_flops, are above 0.
 * model_cost_assume() says the same of others. Evaluation refuses other values. */
#ifndef MODEL_COST_COST_H
#define MODEL_COST_COST_H

#include "model/cost/number.h"
#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct model_costs;
typedef uint32_t model_cost; /* an expression of a pool */

enum model_cost_op {
    MODEL_COST_NUMBER,
    MODEL_COST_VARIABLE,
    MODEL_COST_ADD,
    MODEL_COST_SUBTRACT, /* only to build: it is kept as a sum */
    MODEL_COST_MULTIPLY,
    MODEL_COST_DIVIDE, /* only to build: it is kept as a product with powers */
    MODEL_COST_POWER,
    MODEL_COST_REMAINDER,
    MODEL_COST_NEGATE, /* only to build */
    MODEL_COST_MIN,
    MODEL_COST_MAX,
    MODEL_COST_CEIL,
    MODEL_COST_FLOOR,
    MODEL_COST_LOG,
    MODEL_COST_LOG2,
    MODEL_COST_SQRT, /* only to build: a power of 1/2 */
    MODEL_COST_ABS,
    MODEL_COST_SUM,
    MODEL_COST_CURVE,
    MODEL_COST_TOO_DEEP, /* stands for an expression that is nested too deep to be kept */
};

struct model_costs *model_costs_new(void);
void model_costs_free(struct model_costs *pool);

model_cost model_cost_number(struct model_costs *pool, struct model_number number);
model_cost model_cost_whole(struct model_costs *pool, int64_t value);
model_cost model_cost_variable(struct model_costs *pool, const char *name);

/* Applies an operation of one operand (b is ignored) or two. */
model_cost model_cost_apply(struct model_costs *pool, enum model_cost_op op, model_cost a,
                            model_cost b);

/* Applies ADD, MULTIPLY, MIN or MAX to `count` operands, at least one. */
model_cost model_cost_apply_many(struct model_costs *pool, enum model_cost_op op,
                                 const model_cost *operands, size_t count);

/* The sum of `body` for index = first, first + 1, ... up to last; 0 if last < first. The index must
 * not be n, p, rank or a variable with an assumption (model_cost_may_index). */
model_cost model_cost_sum(struct model_costs *pool, const char *index, model_cost first,
                          model_cost last, model_cost body);
bool model_cost_may_index(const struct model_costs *pool, const char *name);

struct model_cost_point {
    double x, y;
};

/* Defines a piecewise linear function by at least one point; x must not decrease. Beyond its ends
 * it keeps the value of the end. */
bool model_cost_define_curve(struct model_costs *pool, const char *name,
                             const struct model_cost_point *points, size_t count,
                             struct error *error);
model_cost model_cost_curve(struct model_costs *pool, const char *name, model_cost x);

/* States that a variable is never below `least` and, if `whole`, always a whole number. Say it
 * before the variable is used. */
void model_cost_assume(struct model_costs *pool, const char *name, bool whole, double least);

/* Replaces a variable everywhere. */
model_cost model_cost_replace(struct model_costs *pool, model_cost node, const char *name,
                              model_cost by);

/* Reads the text of an expression (doc/model.md). Errors name the position. */
bool model_cost_parse(struct model_costs *pool, const char *text, model_cost *node,
                      struct error *error);

/* Appends a text that model_cost_parse() reads as the same node. */
void model_cost_print(const struct model_costs *pool, model_cost node, struct buffer *out);

/* Returns whether the expression is a number, and which. */
bool model_cost_is_number(const struct model_costs *pool, model_cost node,
                          struct model_number *number);

/* False only if the variable surely does not occur. */
bool model_cost_depends(const struct model_costs *pool, model_cost node, const char *name);

/* Calls `visit` for the name of each free variable of the expression, in no particular order; a
 * name may come more than once. */
void model_cost_variables(const struct model_costs *pool, model_cost node,
                          void (*visit)(const char *name, void *context), void *context);

/* Expressions made ready to be evaluated many times. The pool may grow meanwhile, and must live
 * longer. A program is used by one thread at a time. */
struct model_program;

struct model_binding {
    const char *name;
    struct model_number value;
};

struct model_program *model_cost_compile(const struct model_costs *pool, const model_cost *nodes,
                                         size_t count);
void model_program_free(struct model_program *program);

/* Evaluates all nodes of the program into results[0 .. count-1]. Unknown variables and divisions by
 * zero are named. */
bool model_cost_evaluate(struct model_program *program, const struct model_binding *bindings,
                         size_t binding_count, struct model_number *results, struct error *error);

/* The same in two steps, for many evaluations: the variables of a program have numbers from 0. */
size_t model_program_variables(const struct model_program *program);
const char *model_program_variable(const struct model_program *program, size_t variable);
void model_program_set(struct model_program *program, size_t variable, struct model_number value);
bool model_program_run(struct model_program *program, struct model_number *results,
                       struct error *error);

#endif
