/* window.c: checks within and overlaps: rows in a time interval. */
#include "query/check/check.h"

#include <math.h>

static struct expression *moment(const struct chain *chain, const char *name,
                                 const struct tree *call)
{
    const struct shape *shape = chain->plan->shape;
    const struct field *field = shape_field(shape, name, strlen(name));
    if (field && type_is_number(field->type) && field->type.unit != UNIT_BYTES)
        return check_field(shape, NULL, field, call);
    check_wrong_word(chain->check, call, "`%s` needs rows with startTime and finishTime",
                     call->text);
    trouble_help(chain->check->trouble, "%s in %s.",
                 field ? "These fields are not times" : "There are none", shape->name);
    return NULL;
}

static struct expression *both_of(enum expression_op op, struct expression *a, struct expression *b,
                                  const struct tree *call)
{
    struct value_type type = {.type = TYPE_BOOL};
    struct expression *made = expression_new(op, type, call->at, call->end);
    check_unify(&a, &b);
    expression_add(made, a);
    expression_add(made, b);
    return made;
}

/* Returns the condition on a row. within: start >= from && finish <= to. overlaps: start < to &&
 * (finish > from || start >= from): a row of no duration belongs to the interval in which it
 * begins. */
static struct expression *window(const struct chain *chain, const struct tree *call, int64_t from,
                                 int64_t to)
{
    struct value_type type = {.type = TYPE_INTEGER, .unit = UNIT_TIME};
    struct expression *start = moment(chain, "startTime", call);
    struct expression *finish = start ? moment(chain, "finishTime", call) : NULL;
    if (!finish) {
        expression_free(start);
        return NULL;
    }
    struct expression *first = check_constant(type, from, call),
                      *last = check_constant(type, to, call);
    if (check_is(call->text, "within"))
        return both_of(EXPRESSION_AND, both_of(EXPRESSION_LESS_OR_EQUAL, first, start, call),
                       both_of(EXPRESSION_LESS_OR_EQUAL, finish, last, call), call);
    struct expression *again = moment(chain, "startTime", call);
    struct expression *reaches = both_of(
        EXPRESSION_OR, both_of(EXPRESSION_LESS, first, finish, call),
        both_of(EXPRESSION_LESS_OR_EQUAL, check_constant(type, from, call), again, call), call);
    return both_of(EXPRESSION_AND, both_of(EXPRESSION_LESS, start, last, call), reaches, call);
}

/* Narrows the plan's window to the intersection of all intervals. */
static void narrow(struct plan *plan, int64_t from, int64_t to)
{
    plan->from = !plan->has_window || from > plan->from ? from : plan->from;
    plan->to = !plan->has_window || to < plan->to ? to : plan->to;
    plan->has_window = true;
}

bool check_interval(struct chain *chain, const struct tree *call)
{
    int64_t ends[2] = {0, 0};
    size_t given = call->part_count - 1;
    for (size_t i = 0; i < given; i++) {
        struct expression *known;
        if (!check_known(chain->check, call->parts[i + 1], "a time", UNIT_TIME, &known))
            return false;
        double real = known->type.type == TYPE_REAL ? known->real : 0;
        ends[given == 1 ? 1 : i] = known->type.type == TYPE_REAL
                                       ? (int64_t)fmax(fmin(real, 0x1p62), -0x1p62)
                                       : known->whole;
        expression_free(known);
    }
    if (ends[1] < ends[0]) {
        check_wrong(chain->check, call->parts[call->part_count - 1],
                    "this is before the start of the interval");
        trouble_help(chain->check->trouble, "As in  %s(1s, 1.5s): from, to", call->text);
        return false;
    }
    struct expression *condition = window(chain, call, ends[0], ends[1]);
    if (!condition)
        return false;
    check_stage_add(check_stage(chain, STAGE_FILTER, call), condition);
    narrow(chain->plan, ends[0], ends[1]);
    return true;
}
