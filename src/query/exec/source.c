/* source.c: see source.h */
#include "query/exec/source.h"

#include "query/exec/parallel.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static struct query_step *step_of(enum query_stage_kind kind)
{
    switch (kind) {
    case STAGE_FILTER:
        return query_step_filter_new();
    case STAGE_MAP:
        return query_step_map_new();
    case STAGE_SORT:
        return query_step_sort_new();
    case STAGE_DISTINCT:
        return query_step_distinct_new();
    case STAGE_LIMIT:
    case STAGE_SKIP:
        return query_step_limit_new();
    case STAGE_GROUP:
        return query_step_group_new();
    case STAGE_ANY:
    case STAGE_ALL:
    case STAGE_NONE:
        return query_step_match_new();
    case STAGE_JOIN:
        return query_step_join_new();
    case STAGE_CHILDREN:
    case STAGE_ANCESTORS:
        return query_step_relatives_new();
    default:
        return query_step_path_new();
    }
}

/* True if the stage only needs the number of rows. */
static bool only_counts(const struct query_plan *plan, size_t stage)
{
    if (stage >= plan->stage_count || plan->stages[stage].kind != STAGE_GROUP ||
        plan->stages[stage].keys)
        return false;
    for (size_t i = 0; i < plan->stages[stage].sum_count; i++) {
        if (plan->stages[stage].sums[i].aggregate != AGGREGATE_COUNT)
            return false;
    }
    return true;
}

/* Returns how many rows of a stage the limits right after it let through. */
static uint64_t wanted_of(const struct query_plan *plan, size_t stage)
{
    uint64_t skipped = 0;
    for (size_t i = stage + 1; i < plan->stage_count; i++) {
        const struct query_stage *next = &plan->stages[i];
        if (next->kind == STAGE_LIMIT)
            return number_add(skipped, next->count);
        if (next->kind == STAGE_SKIP)
            skipped = number_add(skipped, next->count);
        else if (next->kind != STAGE_MAP)
            break;
    }
    return UINT64_MAX;
}

static void mark(const struct query_expression *expression, bool *needed)
{
    if (expression->op == EXPRESSION_FIELD && !expression->part_count &&
        expression->field->from == FIELD_MADE)
        needed[expression->field->number] = true;
    for (size_t i = 0; i < expression->part_count; i++)
        mark(expression->parts[i], needed);
}

/* Finds the fields of a stage's result that later stages read; NULL: all. */
static bool *needed_of(const struct query_plan *plan, size_t stage)
{
    bool *needed = memory_zeroed(plan->stages[stage].shape->count + 1, sizeof *needed);
    for (size_t i = stage + 1; i < plan->stage_count; i++) {
        const struct query_stage *next = &plan->stages[i];
        size_t own = next->kind == STAGE_JOIN ? 1 : next->expression_count;
        for (size_t k = 0; k < own; k++)
            mark(next->expressions[k], needed);
        if (next->kind == STAGE_JOIN)
            break;
        if (next->shape)
            return needed;
    }
    free(needed);
    return NULL;
}

struct query_step *source_steps(const struct query_plan *plan, struct query_data *data,
                                struct query_step *last, struct error *error)
{
    uint64_t rows;
    struct query_step *first = last, **end = &first;
    const struct query_fields *shape = plan->source;
    if (!query_data_rows(data, plan->source, &rows, error)) {
        query_step_free(last);
        return NULL;
    }
    for (size_t i = 0; i < plan->stage_count; i++) {
        struct query_step *step = step_of(plan->stages[i].kind);
        step->data = data;
        step->work = last->work;
        step->stage = &plan->stages[i];
        step->shape = shape;
        step->rows = rows;
        step->only_counts = only_counts(plan, i + 1);
        step->wanted = wanted_of(plan, i);
        if (plan->stages[i].shape)
            step->needed = needed_of(plan, i);
        shape = plan->stages[i].shape ? plan->stages[i].shape : shape;
        step->next = last;
        *end = step;
        end = &step->next;
    }
    return first;
}

bool source_run(const struct query_plan *plan, struct query_data *data, struct query_step *first,
                struct progress *progress, struct query_cost *cost, struct error *error)
{
    struct source source = {
        .data = data, .is_events = query_data_is_events(plan->source), .progress = progress};
    if (!query_data_rows(data, plan->source, &source.rows, error))
        return false;
    source.units = source.is_events ? data->archive->blocks.rows
                                    : (source.rows + QUERY_BATCH - 1) / QUERY_BATCH;
    unsigned threads = share_threads(data, &source);
    if (threads > 1) {
        share_run(&source, first, threads, cost);
    } else {
        for (uint64_t i = 0; i < source.units && source_send(&source, i, first, cost); i++) {
            if (i % 256 == 0)
                source_show(&source, i);
        }
    }
    if (query_data_is_stopped(data))
        return error_set(error, "the query was stopped before it finished");
    if (!atomic_load(&first->work->failed))
        first->finish(first);
    if (!atomic_load(&first->work->failed))
        return true;
    *error = first->work->error;
    return false;
}
