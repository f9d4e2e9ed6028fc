/* plan_write.c: writes a plan as `explain` shows it. */
#include "query/check/check.h"

/* Appends how often an expression is computed. */
static void write_depends(struct buffer *out, const struct query_expression *expression)
{
    struct query_depends depends = query_expression_depends(expression);
    if (depends.on == DEPENDS_ON_NOTHING)
        buffer_add(out, "constant");
    else if (depends.on == DEPENDS_ON_INDEX)
        buffer_printf(out, "once for each %s", depends.index->name);
    else
        buffer_add(out, "for each row");
}

/* Appends a line with an expression and how often it is computed. */
static void write_line(struct buffer *out, const char *before,
                       const struct query_expression *expression, const char *after)
{
    struct buffer line = {0};
    buffer_printf(&line, "     %s", before);
    query_expression_write(&line, expression, "e");
    buffer_add(&line, after);
    buffer_printf(out, "%-50s    -- ", line.text);
    write_depends(out, expression);
    buffer_add(out, "\n");
    buffer_free(&line);
}

/* Appends the parts of a condition that must all be true, one per line. */
static void write_condition(struct buffer *out, const struct query_expression *expression)
{
    if (expression->op != EXPRESSION_AND) {
        write_line(out, "", expression, "");
        return;
    }
    write_condition(out, expression->parts[0]);
    write_condition(out, expression->parts[1]);
}

static void write_fields(struct buffer *out, const struct query_fields *shape)
{
    if (shape->table) {
        buffer_printf(out, "rows of %s\n", shape->name);
        return;
    }
    for (size_t i = 0; i < shape->count; i++)
        buffer_printf(out, "%s%s (%s)", i ? ", " : "", shape->fields[i].name,
                      query_type_word(shape->fields[i].type));
    buffer_add(out, "\n");
}

/* Appends NAME = expression for the first `count` fields. */
static void write_named(struct buffer *out, const struct query_stage *stage, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct buffer before = {0};
        buffer_printf(&before, "%s = ", stage->shape->fields[i].name);
        write_line(out, before.text, stage->expressions[i], "");
        buffer_free(&before);
    }
}

static void write_sums(struct buffer *out, const struct query_stage *stage)
{
    for (size_t i = 0; i < stage->sum_count; i++) {
        const struct query_stage_sum *sum = &stage->sums[i];
        const char *name = stage->shape->fields[stage->keys + i].name;
        const char *word = query_plan_aggregate_word(sum->aggregate);
        struct buffer before = {0}, after = {0};
        if (sum->aggregate == AGGREGATE_COUNT) {
            buffer_printf(out, "     %s = count()\n", name);
            continue;
        }
        buffer_printf(&before, "%s = %s of ", name, word);
        if (sum->aggregate == AGGREGATE_PERCENTILE)
            buffer_printf(&after, " at %.15g", sum->parameter);
        write_line(out, before.text, stage->expressions[sum->expression],
                   after.text ? after.text : "");
        buffer_free(&before);
        buffer_free(&after);
    }
}

static void write_group(struct buffer *out, const struct query_stage *stage)
{
    buffer_add(out, stage->keys ? "group by\n" : "aggregate all rows\n");
    write_named(out, stage, stage->keys);
    if (stage->keys)
        buffer_add(out, "   and for each group\n");
    write_sums(out, stage);
}

static void write_indented(struct buffer *out, const struct query_plan *plan)
{
    struct buffer inner = {0};
    query_plan_write(&inner, plan);
    for (const char *line = inner.text; *line;) {
        size_t size = strcspn(line, "\n") + 1;
        buffer_add(out, "       ");
        buffer_add_bytes(out, line, size);
        line += size;
    }
    buffer_free(&inner);
}

static void write_join(struct buffer *out, const struct query_stage *stage)
{
    buffer_add(out, "join with\n");
    write_indented(out, stage->other);
    buffer_add(out, "   where\n");
    write_line(out, "", stage->expressions[0], "");
    buffer_add(out, "   equals, in the other stream\n");
    write_line(out, "", stage->expressions[1], "");
}

static void write_stage(struct buffer *out, const struct query_stage *stage)
{
    static const char *const words[] = {
        [STAGE_FILTER] = "keep rows where",
        [STAGE_MAP] = "make rows with",
        [STAGE_SORT] = "sort by",
        [STAGE_DISTINCT] = "keep the first of the rows that are equal in",
        [STAGE_ANY] = "is this true for any row?",
        [STAGE_ALL] = "is this true for all rows?",
        [STAGE_NONE] = "is this true for no row?",
        [STAGE_CHILDREN] = "go to the nodes directly below",
        [STAGE_ANCESTORS] = "go to the nodes above",
    };
    switch (stage->kind) {
    case STAGE_LIMIT:
    case STAGE_SKIP:
        buffer_printf(out, "%s %ju rows\n",
                      stage->kind == STAGE_LIMIT ? "keep the first" : "drop the first",
                      (uintmax_t)stage->count);
        return;
    case STAGE_GROUP:
        write_group(out, stage);
        return;
    case STAGE_JOIN:
        write_join(out, stage);
        return;
    case STAGE_PATH:
        buffer_printf(out, "keep nodes whose call path matches %s\n", stage->path);
        return;
    default:
        buffer_printf(out, "%s\n", words[stage->kind]);
    }
    if (stage->kind == STAGE_MAP) {
        write_named(out, stage, stage->expression_count);
        return;
    }
    for (size_t i = 0; i < stage->expression_count; i++) {
        if (stage->kind == STAGE_FILTER)
            write_condition(out, stage->expressions[i]);
        else
            write_line(out, "", stage->expressions[i],
                       stage->descending && stage->descending[i] ? ", largest first" : "");
    }
}

void query_plan_write(struct buffer *out, const struct query_plan *plan)
{
    buffer_printf(out, "from %s\n", plan->source->name);
    for (size_t i = 0; i < plan->stage_count; i++) {
        buffer_printf(out, "%zu. ", i + 1);
        write_stage(out, &plan->stages[i]);
    }
    buffer_add(out, "gives ");
    write_fields(out, plan->shape);
}
