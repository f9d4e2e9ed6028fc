/* parse.c: reads the text of a cost expression. */
#include "model/cost/pool.h"

#include "util/memory.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200, NAME_LONGEST = 200 };

struct parser {
    struct model_costs *pool;
    const char *text, *at;
    int depth;
    bool failed;
    struct error *error;
};

/* A list of operands that grows; most have room in `few`. */
struct operands {
    model_cost *items; /* few, or allocated */
    size_t count, room;
    model_cost few[8];
};

static model_cost parse_sum(struct parser *parser);

static void skip_blanks(struct parser *parser)
{
    while (isspace((unsigned char)*parser->at))
        parser->at++;
}

/* Notes the first error. Returns some node, so that reading can end. */
static model_cost fail(struct parser *parser, const char *expected)
{
    if (!parser->failed) {
        skip_blanks(parser);
        size_t position = (size_t)(parser->at - parser->text) + 1;
        if (*parser->at)
            error_set(parser->error,
                      "in the cost `%.200s`, at position %zu: expected %s, not `%.20s`",
                      parser->text, position, expected, parser->at);
        else
            error_set(parser->error, "the cost `%.200s` ends where %s is expected", parser->text,
                      expected);
    }
    parser->failed = true;
    return model_cost_whole(parser->pool, 0);
}

static bool take(struct parser *parser, const char *sign)
{
    skip_blanks(parser);
    if (*parser->at != *sign)
        return false;
    size_t size = strlen(sign);
    if (strncmp(parser->at, sign, size) != 0)
        return false;
    if (!strcmp(sign, "*") && parser->at[1] == '*')
        return false;
    parser->at += size;
    return true;
}

static void need(struct parser *parser, const char *sign, const char *expected)
{
    if (!parser->failed && !take(parser, sign))
        fail(parser, expected);
}

static void push(struct operands *operands, model_cost node)
{
    const size_t few = sizeof operands->few / sizeof operands->few[0];
    if (!operands->items)
        operands->items = operands->few;
    if (operands->items == operands->few && operands->count == few) {
        operands->items = memory_grow(NULL, &operands->room, few + 1, sizeof *operands->items);
        memcpy(operands->items, operands->few, sizeof operands->few);
    } else if (operands->items != operands->few) {
        operands->items = memory_grow(operands->items, &operands->room, operands->count + 1,
                                      sizeof *operands->items);
    }
    operands->items[operands->count++] = node;
}

static void end(struct operands *operands)
{
    if (operands->items != operands->few)
        free(operands->items);
}

/* Reads a name into `name`. Returns false if there is none. */
static bool read_name(struct parser *parser, char name[NAME_LONGEST + 1])
{
    skip_blanks(parser);
    size_t size = 0;
    const char *at = parser->at;
    if (!isalpha((unsigned char)*at) && *at != '_')
        return false;
    while (isalnum((unsigned char)at[size]) || at[size] == '_')
        size++;
    if (size > NAME_LONGEST) {
        fail(parser, "a name of at most 200 characters");
        return false;
    }
    memcpy(name, at, size);
    name[size] = 0;
    parser->at += size;
    return true;
}

/* min(a, b, ...), max(a, b, ...): the opening parenthesis was read. */
static model_cost parse_extreme(struct parser *parser, enum model_cost_op op)
{
    struct operands operands = {0};
    do {
        push(&operands, parse_sum(parser));
    } while (!parser->failed && take(parser, ","));
    need(parser, ")", "`,` or `)`");
    model_cost result = model_cost_apply_many(parser->pool, op, operands.items, operands.count);
    end(&operands);
    return result;
}

/* sum(i, first, last, body) */
static model_cost parse_range(struct parser *parser)
{
    char index[NAME_LONGEST + 1];
    const char *start = parser->at;
    if (!read_name(parser, index))
        return fail(parser, "the name of the index of the sum");
    if (!model_cost_may_index(parser->pool, index)) {
        parser->at = start;
        return fail(parser, "an index with a name other than n, p and rank");
    }
    need(parser, ",", "`,` and the first index");
    model_cost first = parse_sum(parser);
    need(parser, ",", "`,` and the last index");
    model_cost last = parse_sum(parser);
    need(parser, ",", "`,` and what is summed up");
    model_cost body = parse_sum(parser);
    need(parser, ")", "`)`");
    return parser->failed ? body : model_cost_sum(parser->pool, index, first, last, body);
}

/* curve(NAME, x) or curve("NAME", x) */
static model_cost parse_curve(struct parser *parser)
{
    char name[NAME_LONGEST + 1];
    bool quoted = take(parser, "\"");
    if (!read_name(parser, name))
        return fail(parser, "the name of a curve");
    if (quoted)
        need(parser, "\"", "`\"`");
    need(parser, ",", "`,` and the position on the curve");
    model_cost x = parse_sum(parser);
    need(parser, ")", "`)`");
    return parser->failed ? x : model_cost_curve(parser->pool, name, x);
}

static const struct {
    const char *name;
    enum model_cost_op op;
} functions[] = {
    {"min", MODEL_COST_MIN},     {"max", MODEL_COST_MAX},     {"ceil", MODEL_COST_CEIL},
    {"log", MODEL_COST_LOG},     {"floor", MODEL_COST_FLOOR}, {"log2", MODEL_COST_LOG2},
    {"sqrt", MODEL_COST_SQRT},   {"abs", MODEL_COST_ABS},     {"sum", MODEL_COST_SUM},
    {"curve", MODEL_COST_CURVE},
};

static model_cost parse_call(struct parser *parser, const char *name, const char *start)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (strcmp(name, functions[i].name) != 0)
            continue;
        enum model_cost_op op = functions[i].op;
        if (op == MODEL_COST_MIN || op == MODEL_COST_MAX)
            return parse_extreme(parser, op);
        if (op == MODEL_COST_SUM)
            return parse_range(parser);
        if (op == MODEL_COST_CURVE)
            return parse_curve(parser);
        model_cost operand = parse_sum(parser);
        need(parser, ")", "`)`");
        return model_cost_apply(parser->pool, op, operand, operand);
    }
    parser->at = start;
    return fail(parser,
                "one of the functions min, max, ceil, floor, log, log2, sqrt, abs, sum, curve");
}

static model_cost parse_atom(struct parser *parser)
{
    struct model_number number;
    char name[NAME_LONGEST + 1];
    skip_blanks(parser);
    size_t size = model_number_read(parser->at, &number);
    if (size) {
        parser->at += size;
        return model_cost_number(parser->pool, number);
    }
    if (take(parser, "(")) {
        model_cost inner = parse_sum(parser);
        need(parser, ")", "`)`");
        return inner;
    }
    const char *start = parser->at;
    if (!read_name(parser, name))
        return fail(parser, "a number, a variable, a function or `(`");
    return take(parser, "(") ? parse_call(parser, name, start)
                             : model_cost_variable(parser->pool, name);
}

/* -x ** y is -(x ** y), and x ** y ** z is x ** (y ** z). */
static model_cost parse_unary(struct parser *parser)
{
    if (parser->failed)
        return model_cost_whole(parser->pool, 0);
    if (++parser->depth > DEEPEST)
        return fail(parser, "less than 200 levels of parentheses");
    model_cost result;
    if (take(parser, "-")) {
        result = parse_unary(parser);
        result = model_cost_apply(parser->pool, MODEL_COST_NEGATE, result, result);
    } else {
        result = parse_atom(parser);
        if (!parser->failed && take(parser, "**"))
            result = model_cost_apply(parser->pool, MODEL_COST_POWER, result, parse_unary(parser));
    }
    parser->depth--;
    return result;
}

static model_cost parse_product(struct parser *parser)
{
    struct model_costs *pool = parser->pool;
    struct operands factors = {0};
    push(&factors, parse_unary(parser));
    while (!parser->failed) {
        if (take(parser, "*")) {
            push(&factors, parse_unary(parser));
        } else if (take(parser, "/")) {
            model_cost divisor = parse_unary(parser);
            push(&factors,
                 model_cost_apply(pool, MODEL_COST_POWER, divisor, model_cost_whole(pool, -1)));
        } else if (take(parser, "%")) {
            model_cost left =
                model_cost_apply_many(pool, MODEL_COST_MULTIPLY, factors.items, factors.count);
            factors.count = 0;
            push(&factors, model_cost_apply(pool, MODEL_COST_REMAINDER, left, parse_unary(parser)));
        } else {
            break;
        }
    }
    model_cost result = factors.count == 1 ? factors.items[0]
                                           : model_cost_apply_many(pool, MODEL_COST_MULTIPLY,
                                                                   factors.items, factors.count);
    end(&factors);
    return result;
}

static model_cost parse_sum(struct parser *parser)
{
    struct model_costs *pool = parser->pool;
    struct operands terms = {0};
    push(&terms, parse_product(parser));
    while (!parser->failed) {
        if (take(parser, "+")) {
            push(&terms, parse_product(parser));
        } else if (take(parser, "-")) {
            model_cost term = parse_product(parser);
            push(&terms, model_cost_apply(pool, MODEL_COST_NEGATE, term, term));
        } else {
            break;
        }
    }
    model_cost result = terms.count == 1
                            ? terms.items[0]
                            : model_cost_apply_many(pool, MODEL_COST_ADD, terms.items, terms.count);
    end(&terms);
    return result;
}

bool model_cost_parse(struct model_costs *pool, const char *text, model_cost *node,
                      struct error *error)
{
    struct parser parser = {.pool = pool, .text = text, .at = text, .error = error};
    *node = parse_sum(&parser);
    skip_blanks(&parser);
    if (!parser.failed && *parser.at)
        fail(&parser, "an operator");
    return !parser.failed;
}
