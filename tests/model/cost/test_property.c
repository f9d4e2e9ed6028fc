/* test_property.c: random expressions are worth the same before and after they are simplified, and
 * are read as they were written. */
#include "../../archive/unit.h"

#include "model/cost/cost.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EXPRESSIONS = 4000, BINDINGS = 5, DEEPEST = 5 };

static uint64_t seed = 12345;

static unsigned random_below(unsigned most)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % most;
}

/* An expression as it was written, and its value by the book. */
struct tree {
    enum model_cost_op op;
    struct model_number number;
    int variable; /* 0 x, 1 y, 2 n, 3 p; 4 + level: index of a sum */
    int level;
    struct tree *parts[3];
};

static const char *const names[] = {"x", "y", "n", "p", "i", "j", "k", "l", "m", "q", "r", "s"};

static struct tree *random_tree(int depth, int sums)
{
    static const enum model_cost_op ops[] = {
        MODEL_COST_ADD,      MODEL_COST_ADD,    MODEL_COST_SUBTRACT, MODEL_COST_MULTIPLY,
        MODEL_COST_MULTIPLY, MODEL_COST_DIVIDE, MODEL_COST_POWER,    MODEL_COST_REMAINDER,
        MODEL_COST_NEGATE,   MODEL_COST_MIN,    MODEL_COST_MAX,      MODEL_COST_CEIL,
        MODEL_COST_FLOOR,    MODEL_COST_ABS,    MODEL_COST_SUM,      MODEL_COST_SUM,
        MODEL_COST_LOG2,     MODEL_COST_SQRT};
    struct tree *tree = calloc(1, sizeof *tree);
    assert_non_null(tree);
    if (depth >= DEEPEST || random_below(6) == 0) {
        tree->op = random_below(2) ? MODEL_COST_NUMBER : MODEL_COST_VARIABLE;
        tree->number = model_number_fraction((int)random_below(13) - 4,
                                             random_below(4) ? 1 : 1 + (int)random_below(6));
        tree->variable = (int)random_below(4 + (unsigned)sums);
        return tree;
    }
    tree->op = ops[random_below(sizeof ops / sizeof ops[0])];
    tree->level = sums;
    if (tree->op == MODEL_COST_POWER) {
        tree->parts[0] = random_tree(depth + 1, sums);
        tree->parts[1] = calloc(1, sizeof *tree);
        assert_non_null(tree->parts[1]);
        tree->parts[1]->number = model_number_whole((int)random_below(6) - 2);
        return tree;
    }
    bool sum = tree->op == MODEL_COST_SUM;
    for (int i = 0; i < (sum ? 3 : 2); i++)
        tree->parts[i] =
            random_tree(sum && i < 2 ? DEEPEST - 1 : depth + 1, sums + (sum && i == 2));
    return tree;
}

static void free_tree(struct tree *tree)
{
    if (!tree)
        return;
    for (int i = 0; i < 3; i++)
        free_tree(tree->parts[i]);
    free(tree);
}

static bool value_of(const struct tree *tree, struct model_number *values,
                     struct model_number *result);

static bool value_of_sum(const struct tree *tree, struct model_number *values,
                         struct model_number *result)
{
    struct model_number first, last, term, one = model_number_whole(1);
    if (!value_of(tree->parts[0], values, &first) || !value_of(tree->parts[1], values, &last))
        return false;
    *result = model_number_whole(0);
    if (model_number_value(last) - model_number_value(first) > 200)
        return false;
    for (; model_number_compare(first, last) <= 0; first = model_number_add(first, one)) {
        values[4 + tree->level] = first;
        if (!value_of(tree->parts[2], values, &term))
            return false;
        *result = model_number_add(*result, term);
    }
    return true;
}

/* False if there is no value, or none that is exact. */
static bool value_of(const struct tree *tree, struct model_number *values,
                     struct model_number *result)
{
    struct model_number a, b;
    bool fine = true;
    if (tree->op == MODEL_COST_SUM)
        return value_of_sum(tree, values, result) && result->bottom;
    if (tree->parts[0] &&
        (!value_of(tree->parts[0], values, &a) || !value_of(tree->parts[1], values, &b)))
        return false;
    switch (tree->op) {
    case MODEL_COST_NUMBER:
        *result = tree->number;
        break;
    case MODEL_COST_VARIABLE:
        *result = values[tree->variable];
        break;
    case MODEL_COST_ADD:
        *result = model_number_add(a, b);
        break;
    case MODEL_COST_SUBTRACT:
        *result = model_number_subtract(a, b);
        break;
    case MODEL_COST_MULTIPLY:
        *result = model_number_multiply(a, b);
        break;
    case MODEL_COST_DIVIDE:
        fine = !model_number_divide(a, b, result);
        break;
    case MODEL_COST_POWER:
        fine = !model_number_power(a, b, result);
        break;
    case MODEL_COST_REMAINDER:
        fine = !model_number_remainder(a, b, result);
        break;
    case MODEL_COST_NEGATE:
        *result = model_number_negate(a);
        break;
    case MODEL_COST_MIN:
        *result = model_number_compare(a, b) < 0 ? a : b;
        break;
    case MODEL_COST_MAX:
        *result = model_number_compare(a, b) > 0 ? a : b;
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
    case MODEL_COST_LOG2:
        fine = !model_number_log2(a, result);
        break;
    case MODEL_COST_SQRT:
        fine = !model_number_power(a, model_number_fraction(1, 2), result);
        break;
    default:
        fail();
    }
    return fine && result->bottom;
}

static model_cost build(struct model_costs *pool, const struct tree *tree)
{
    if (tree->op == MODEL_COST_NUMBER)
        return model_cost_number(pool, tree->number);
    if (tree->op == MODEL_COST_VARIABLE)
        return model_cost_variable(pool, names[tree->variable]);
    model_cost a = build(pool, tree->parts[0]), b = build(pool, tree->parts[1]);
    if (tree->op == MODEL_COST_SUM)
        return model_cost_sum(pool, names[4 + tree->level], a, b, build(pool, tree->parts[2]));
    return model_cost_apply(pool, tree->op, a, b);
}

static int compared;

static void check_values(struct model_costs *pool, const struct tree *tree, model_cost node,
                         const char *text)
{
    struct model_program *program = model_cost_compile(pool, &node, 1);
    for (int k = 0; k < BINDINGS; k++) {
        struct model_number values[16], expected, result;
        struct model_binding bindings[4];
        values[0] = model_number_fraction((int)random_below(11) - 5, 1 + (int)random_below(4));
        values[1] = model_number_fraction((int)random_below(11) - 5, 1);
        values[2] = model_number_whole(random_below(9));
        values[3] = model_number_whole(1 + random_below(8));
        for (int i = 0; i < 4; i++)
            bindings[i] = (struct model_binding){names[i], values[i]};
        if (!value_of(tree, values, &expected))
            continue;
        struct error error = {0};
        if (!model_cost_evaluate(program, bindings, 4, &result, &error))
            fail_msg("%s: %s", text, error.text);
        double a = model_number_value(expected), b = model_number_value(result);
        if (!(fabs(a - b) <= 1e-9 * fmax(1, fabs(a))))
            fail_msg("%s: x=%g y=%g n=%g p=%g: %.15g, not %.15g", text,
                     model_number_value(values[0]), model_number_value(values[1]),
                     model_number_value(values[2]), model_number_value(values[3]), b, a);
        compared++;
    }
    model_program_free(program);
}

static void test_random(void **state)
{
    (void)state;
    for (int i = 0; i < EXPRESSIONS; i++) {
        struct model_costs *pool = model_costs_new();
        struct tree *tree = random_tree(0, 0);
        struct buffer text = {0};
        struct error error = {0};
        model_cost node = build(pool, tree), again;
        model_cost_print(pool, node, &text);
        check_values(pool, tree, node, text.text);
        if (!model_cost_parse(pool, text.text, &again, &error))
            fail_msg("%s", error.text);
        if (again != node) {
            struct buffer other = {0};
            model_cost_print(pool, again, &other);
            fail_msg("%s is read as %s", text.text, other.text);
        }
        buffer_free(&text);
        free_tree(tree);
        model_costs_free(pool);
    }
    assert_true(compared > EXPRESSIONS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
