/* window.c: checks within and overlaps: rows in a time interval. */
#include "query/check/check.h"

#include <math.h>

static struct query_expression *moment(const struct query_chain *chain, const char *name,
                                       const struct query_tree *call)
{
    const struct query_fields *shape = chain->plan->shape;
    const struct query_field *field = query_fields_get(shape, name, strlen(name));
    if (field && query_type_is_number(field->type) && field->type.unit != UNIT_BYTES)
        return query_check_field(shape, NULL, field, call);
    query_check_wrong_word(chain->check, call, "`%s` needs rows with startTime and finishTime",
                           call->text);
    diagnostic_help(chain->check->trouble, "%s in %s.",
                    field ? "These fields are not times" : "There are none", shape->name);
    return NULL;
}

static struct query_expression *both_of(enum query_expression_op op, struct query_expression *a,
                                        struct query_expression *b, const struct query_tree *call)
{
    struct query_value_type type = {.type = TYPE_BOOL};
    struct query_expression *made = query_expression_new(op, type, call->at, call->end);
    query_check_unify(&a, &b);
    query_expression_add(made, a);
    query_expression_add(made, b);
    return made;
}

/* Returns the condition on a row. within: start >= from && finish <= to. overlaps: start < to &&
 * (finish > from || start >= from): a row of no duration belongs to the interval in which it
 * begins. */
static struct query_expression *window(const struct query_chain *chain,
                                       const struct query_tree *call, int64_t from, int64_t to)
{
    struct query_value_type type = {.type = TYPE_INTEGER, .unit = UNIT_TIME};
    struct query_expression *start = moment(chain, "startTime", call);
    struct query_expression *finish = start ? moment(chain, "finishTime", call) : NULL;
    if (!finish) {
        query_expression_free(start);
        return NULL;
    }
    struct query_expression *first = query_check_constant(type, from, call),
                            *last = query_check_constant(type, to, call);
    if (query_check_is(call->text, "within"))
        return both_of(EXPRESSION_AND, both_of(EXPRESSION_LESS_OR_EQUAL, first, start, call),
                       both_of(EXPRESSION_LESS_OR_EQUAL, finish, last, call), call);
    struct query_expression *again = moment(chain, "startTime", call);
    struct query_expression *reaches = both_of(
        EXPRESSION_OR, both_of(EXPRESSION_LESS, first, finish, call),
        both_of(EXPRESSION_LESS_OR_EQUAL, query_check_constant(type, from, call), again, call),
        call);
    return both_of(EXPRESSION_AND, both_of(EXPRESSION_LESS, start, last, call), reaches, call);
}

/* Narrows the plan's window to the intersection of all intervals. */
static void narrow(struct query_plan *plan, int64_t from, int64_t to)
{
    plan->from = !plan->has_window || from > plan->from ? from : plan->from;
    plan->to = !plan->has_window || to < plan->to ? to : plan->to;
    plan->has_window = true;
}

bool query_check_interval(struct query_chain *chain, const struct query_tree *call)
{
    int64_t ends[2] = {0, 0};
    size_t given = call->part_count - 1;
    for (size_t i = 0; i < given; i++) {
        struct query_expression *known;
        if (!query_check_known(chain->check, call->parts[i + 1], "a time", UNIT_TIME, &known))
            return false;
        double real = known->type.type == TYPE_REAL ? known->real : 0;
        ends[given == 1 ? 1 : i] = known->type.type == TYPE_REAL
                                       ? (int64_t)fmax(fmin(real, 0x1p62), -0x1p62)
                                       : known->whole;
        query_expression_free(known);
    }
    if (ends[1] < ends[0]) {
        query_check_wrong(chain->check, call->parts[call->part_count - 1],
                          "this is before the start of the interval");
        diagnostic_help(chain->check->trouble, "As in  %s(1s, 1.5s): from, to", call->text);
        return false;
    }
    struct query_expression *condition = window(chain, call, ends[0], ends[1]);
    if (!condition)
        return false;
    query_check_stage_add(query_check_stage(chain, STAGE_FILTER, call), condition);
    narrow(chain->plan, ends[0], ends[1]);
    return true;
}
