/* evaluate.c: evaluates compiled expressions. */
#include "model/cost/polynomial.h"
#include "model/cost/program.h"

#include <math.h>
#include <string.h>

enum {
    TRIPS_MOST = 10 * 1000 * 1000, /* of all sums of one evaluation that have no closed form */
    MANY_TERMS = 100,              /* fewer terms of a polynomial are added one by one */
};

struct evaluation {
    struct model_program *program;
    int64_t trips_left;
    struct error *error;
};

static bool run_steps(struct evaluation *run, size_t from, size_t to);

static bool explain(const struct evaluation *run, const struct program_step *step,
                    enum model_number_trouble trouble)
{
    struct buffer text = {0};
    model_cost_print(run->program->pool, step->node, &text);
    error_set(run->error, "%s in the cost %.400s",
              trouble == MODEL_NUMBER_DIVISION    ? "division by zero"
              : trouble == MODEL_NUMBER_LOGARITHM ? "logarithm of a number that is not above zero"
                                                  : "root of a negative number",
              text.text);
    buffer_free(&text);
    return false;
}

static struct model_number operand(const struct evaluation *run, const struct program_step *step,
                                   size_t i)
{
    return run->program->slots[run->program->operands[step->first + i]];
}

static bool run_product(struct evaluation *run, const struct program_step *step,
                        struct model_number *result)
{
    struct model_number above = model_number_whole(1), below = above;
    for (size_t i = 0; i < step->count; i++) {
        if (i < 64 && step->below >> i & 1)
            below = model_number_multiply(below, operand(run, step, i));
        else
            above = model_number_multiply(above, operand(run, step, i));
    }
    *result = above;
    if (!step->below)
        return true;
    enum model_number_trouble trouble = model_number_divide(above, below, result);
    return !trouble || explain(run, step, trouble);
}

static struct model_number run_list(const struct evaluation *run, const struct program_step *step)
{
    struct model_number result = operand(run, step, 0);
    for (size_t i = 1; i < step->count; i++) {
        struct model_number next = operand(run, step, i);
        if (step->op == MODEL_COST_ADD)
            result = model_number_add(result, next);
        else if ((step->op == MODEL_COST_MAX) == (model_number_compare(next, result) > 0))
            result = model_number_compare(next, result) ? next : result;
    }
    return result;
}

static bool run_curve(struct evaluation *run, const struct program_step *step,
                      struct model_number *result)
{
    const struct cost_curve *curve = &run->program->pool->curves[step->curve];
    if (!curve->count)
        return error_set(run->error, "the curve %s has no points", curve->name);
    double x = model_number_value(operand(run, step, 0));
    const struct model_cost_point *points = curve->points;
    size_t low = 0, high = curve->count - 1; /* x is between these points */
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (points[middle].x <= x)
            low = middle;
        else
            high = middle;
    }
    double width = points[high].x - points[low].x;
    double y = x <= points[low].x || width <= 0 ? points[low].y
               : x >= points[high].x            ? points[high].y
                                                : points[low].y + (points[high].y - points[low].y) *
                                                           ((x - points[low].x) / width);
    if (x >= points[high].x)
        y = points[high].y;
    *result = model_number_canonical(model_number_real(y));
    return true;
}

/* Computes a sum of many terms that are a polynomial of the index, from a few of them. */
static bool run_polynomial(struct evaluation *run, const struct program_step *step,
                           struct model_number first, struct model_number terms,
                           struct model_number *result, size_t self)
{
    struct model_program *program = run->program;
    const uint32_t *slots = program->operands + step->first;
    struct model_number values[POLYNOMIAL_DEGREE + 1], apart = model_number_whole(1);
    if (step->degree &&
        model_number_divide(model_number_subtract(terms, model_number_whole(1)),
                            model_number_whole(step->degree), &apart) != MODEL_NUMBER_FINE)
        return false;
    apart = model_number_floor(apart);
    for (unsigned i = 0; i <= step->degree; i++) {
        program->slots[slots[3]] =
            model_number_add(first, model_number_multiply(model_number_whole(i), apart));
        if (!run_steps(run, self + 1, step->end))
            return false;
        values[i] = program->slots[slots[2]];
    }
    *result = polynomial_sum(values, step->degree, apart, terms);
    return true;
}

static bool run_sum(struct evaluation *run, const struct program_step *step,
                    struct model_number *result, size_t self)
{
    struct model_program *program = run->program;
    const uint32_t *slots = program->operands + step->first;
    struct model_number index = program->slots[slots[0]], last = program->slots[slots[1]];
    struct model_number one = model_number_whole(1);
    *result = model_number_whole(0);
    if (model_number_compare(index, last) > 0)
        return true;
    const struct model_number terms =
        model_number_add(model_number_floor(model_number_subtract(last, index)), one);
    if (step->degree == 0 ||
        (step->degree != POLYNOMIAL_NONE && model_number_value(terms) > MANY_TERMS))
        return run_polynomial(run, step, index, terms, result, self);
    for (; model_number_compare(index, last) <= 0; index = model_number_add(index, one)) {
        if (run->trips_left-- <= 0)
            return error_set(run->error,
                             "a sum without a closed form has more than %d million terms: "
                             "write its total as one expression",
                             TRIPS_MOST / 1000000);
        program->slots[slots[3]] = index;
        if (!run_steps(run, self + 1, step->end))
            return false;
        *result = model_number_add(*result, program->slots[slots[2]]);
    }
    return true;
}

static bool run_function(struct evaluation *run, const struct program_step *step,
                         struct model_number *result)
{
    enum model_number_trouble trouble = MODEL_NUMBER_FINE;
    struct model_number a = operand(run, step, 0);
    switch (step->op) {
    case MODEL_COST_POWER:
        trouble = model_number_power(a, operand(run, step, 1), result);
        break;
    case MODEL_COST_REMAINDER:
        trouble = model_number_remainder(a, operand(run, step, 1), result);
        break;
    case MODEL_COST_CEIL:
        *result = model_number_ceil(a);
        break;
    case MODEL_COST_FLOOR:
        *result = model_number_floor(a);
        break;
    case MODEL_COST_ABS:
        *result = model_number_absolute(a);
        break;
    case MODEL_COST_LOG:
        trouble = model_number_log(a, result);
        break;
    default:
        trouble = model_number_log2(a, result);
    }
    return !trouble || explain(run, step, trouble);
}

static bool run_step(struct evaluation *run, size_t self)
{
    const struct program_step *step = &run->program->steps[self];
    struct model_number result;
    bool done = true;
    switch (step->op) {
    case MODEL_COST_ADD:
    case MODEL_COST_MIN:
    case MODEL_COST_MAX:
        result = run_list(run, step);
        break;
    case MODEL_COST_MULTIPLY:
        done = run_product(run, step, &result);
        break;
    case MODEL_COST_CURVE:
        done = run_curve(run, step, &result);
        break;
    case MODEL_COST_SUM:
        done = run_sum(run, step, &result, self);
        break;
    case MODEL_COST_TOO_DEEP:
        return error_set(run->error, "a cost is nested more than %d deep", POOL_DEEPEST);
    default:
        done = run_function(run, step, &result);
    }
    if (done)
        run->program->slots[step->slot] = result;
    return done;
}

static bool run_steps(struct evaluation *run, size_t from, size_t to)
{
    for (size_t i = from; i < to;) {
        if (!run_step(run, i))
            return false;
        const struct program_step *step = &run->program->steps[i];
        i = step->op == MODEL_COST_SUM ? step->end : i + 1;
    }
    return true;
}

size_t model_program_variables(const struct model_program *program)
{
    return program->variable_count;
}

const char *model_program_variable(const struct model_program *program, size_t variable)
{
    return program->pool->variables[program->variables[variable].variable].name;
}

void model_program_set(struct model_program *program, size_t variable, struct model_number value)
{
    program->slots[program->variables[variable].slot] = value;
    program->variables[variable].is_set = true;
}

/* Checks that all variables have values that the pool's assumptions allow. */
static bool check_variables(const struct model_program *program, struct error *error)
{
    for (size_t i = 0; i < program->variable_count; i++) {
        const struct program_variable *at = &program->variables[i];
        const struct cost_variable *variable = &program->pool->variables[at->variable];
        struct model_number value = program->slots[at->slot];
        if (!at->is_set)
            return error_set(error, "the variable %s has no value", variable->name);
        if (variable->permanent && ((variable->whole && !model_number_is_whole(value)) ||
                                    model_number_value(value) < variable->least))
            return error_set(error, "%s is %.15g, but must be %s that is at least %g",
                             variable->name, model_number_value(value),
                             variable->whole ? "a whole number" : "a number", variable->least);
    }
    return true;
}

bool model_program_run(struct model_program *program, struct model_number *results,
                       struct error *error)
{
    struct evaluation run = {.program = program, .trips_left = TRIPS_MOST, .error = error};
    if (!check_variables(program, error) || !run_steps(&run, 0, program->step_count))
        return false;
    for (size_t i = 0; i < program->result_count; i++) {
        results[i] = program->slots[program->results[i]];
        if (!results[i].bottom && !isfinite(results[i].real))
            return error_set(error, "a cost is too large to be a number");
    }
    return true;
}

/* Says which variables have no value, and which have one. */
static bool explain_unknown(const struct model_program *program,
                            const struct model_binding *bindings, size_t count, struct error *error)
{
    struct buffer unknown = {0}, known = {0};
    size_t missing = 0;
    for (size_t i = 0; i < program->variable_count; i++) {
        if (!program->variables[i].is_set)
            buffer_printf(&unknown, "%s%s", missing++ ? ", " : "",
                          model_program_variable(program, i));
    }
    for (size_t i = 0; i < count; i++)
        buffer_printf(&known, "%s%s", i ? ", " : "", bindings[i].name);
    error_set(error, "the variable%s %.400s %s no value; known are: %.400s",
              missing == 1 ? "" : "s", unknown.text, missing == 1 ? "has" : "have",
              known.text ? known.text : "none");
    buffer_free(&unknown);
    buffer_free(&known);
    return false;
}

bool model_cost_evaluate(struct model_program *program, const struct model_binding *bindings,
                         size_t binding_count, struct model_number *results, struct error *error)
{
    bool complete = true;
    for (size_t i = 0; i < program->variable_count; i++) {
        const char *name = model_program_variable(program, i);
        program->variables[i].is_set = false;
        for (size_t k = 0; k < binding_count && !program->variables[i].is_set; k++) {
            if (!strcmp(bindings[k].name, name))
                model_program_set(program, i, bindings[k].value);
        }
        complete &= program->variables[i].is_set;
    }
    return complete ? model_program_run(program, results, error)
                    : explain_unknown(program, bindings, binding_count, error);
}
