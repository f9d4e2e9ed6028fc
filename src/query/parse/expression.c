/* expression.c: construction of expressions, and what they depend on: see expression.h */
#include "query/parse/expression.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

void query_expression_free(struct query_expression *expression)
{
    if (!expression)
        return;
    for (size_t i = 0; i < expression->part_count; i++)
        query_expression_free(expression->parts[i]);
    if (expression->regex) {
        regfree(expression->regex);
        free(expression->regex);
    }
    free(expression->parts);
    free(expression->text);
    free(expression);
}

struct query_expression *query_expression_new(enum query_expression_op op,
                                              struct query_value_type type, size_t at, size_t end)
{
    struct query_expression *expression = memory_zeroed(1, sizeof *expression);
    *expression = (struct query_expression){.op = op, .type = type, .at = at, .end = end};
    return expression;
}

void query_expression_add(struct query_expression *expression, struct query_expression *part)
{
    assert(part);
    expression->parts = memory_grow(expression->parts, &expression->part_room,
                                    expression->part_count + 1, sizeof *expression->parts);
    expression->parts[expression->part_count++] = part;
}

static bool is_lane_of_event(const struct query_field *field)
{
    return field->from == FIELD_COMPUTED && field->number == FUNCTION_EVENT_LANE;
}

static bool is_node_of_event(const struct query_field *field)
{
    static const char events[] = "events", node[] = "node";
    return field ==
           query_fields_get(query_fields_find(events, sizeof events - 1), node, sizeof node - 1);
}

/* Combines the dependences of two parts. The node of an event implies its lane. */
static struct query_depends join_depends(struct query_depends a, struct query_depends b)
{
    if (a.on == DEPENDS_ON_NOTHING)
        return b;
    if (b.on == DEPENDS_ON_NOTHING)
        return a;
    if (a.on == DEPENDS_ON_INDEX && b.on == DEPENDS_ON_INDEX) {
        if (a.index == b.index || (is_node_of_event(a.index) && is_lane_of_event(b.index)))
            return a;
        if (is_lane_of_event(a.index) && is_node_of_event(b.index))
            return b;
    }
    return (struct query_depends){DEPENDS_ON_ROW, NULL};
}

struct query_depends query_expression_depends(const struct query_expression *expression)
{
    struct query_depends all = {DEPENDS_ON_NOTHING, NULL};
    if (expression->op == EXPRESSION_SELF)
        return (struct query_depends){DEPENDS_ON_ROW, NULL};
    if (expression->op == EXPRESSION_FIELD && !expression->part_count) {
        bool is_index = expression->type.type == TYPE_ROW;
        return (struct query_depends){is_index ? DEPENDS_ON_INDEX : DEPENDS_ON_ROW,
                                      is_index ? expression->field : NULL};
    }
    for (size_t i = 0; i < expression->part_count; i++)
        all = join_depends(all, query_expression_depends(expression->parts[i]));
    return all;
}
