/* run.c: see run.h */
#include "query/exec/run.h"

#include "query/check/check.h"
#include "query/exec/source.h"
#include "util/memory.h"

#include <stdlib.h>

/* A step that turns all fields of its rows into columns. */
struct fields {
    struct query_step step;
    struct query_expression **of;
    struct program **programs;
    struct query_vector *columns;
};

static void begin(struct fields *fields)
{
    const struct query_step *step = &fields->step;
    const struct query_fields *shape = step->shape;
    const struct query_tree nowhere = {0};
    fields->of = memory_zeroed(shape->count + 1, sizeof *fields->of);
    fields->programs = memory_zeroed(shape->count + 1, sizeof *fields->programs);
    fields->columns = memory_zeroed(shape->count + 1, sizeof *fields->columns);
    for (size_t i = 0; i < shape->count; i++) {
        fields->of[i] = query_check_field(shape, NULL, &shape->fields[i], &nowhere);
        fields->programs[i] = program_make(step->data, shape, fields->of[i], step->rows);
    }
}

static bool take_fields(struct query_step *step, const struct query_batch *batch)
{
    struct fields *fields = (struct fields *)step;
    if (!fields->programs)
        begin(fields);
    for (size_t i = 0; i < step->shape->count; i++)
        fields->columns[i] = *program_run(fields->programs[i], batch);
    struct query_batch made = {
        .count = batch->count, .columns = fields->columns, .order = batch->order};
    return step->next->take(step->next, &made);
}

static void free_fields(struct query_step *step)
{
    struct fields *fields = (struct fields *)step;
    query_step_programs_free(fields->programs, step->shape->count);
    for (size_t i = 0; fields->of && i < step->shape->count; i++)
        query_expression_free(fields->of[i]);
    free(fields->of);
    free(fields->columns);
    free(fields);
}

struct query_step *query_step_fields_new(void)
{
    struct fields *fields = memory_zeroed(1, sizeof *fields);
    fields->step = (struct query_step){.take = take_fields,
                                       .finish = query_step_finish_plainly,
                                       .free = free_fields,
                                       .sharing = SHARED_EACH,
                                       .again = query_step_fields_new};
    return &fields->step;
}

/* The last step: passes the columns to the caller of the query. */
struct giver {
    struct query_step step;
    struct query_fields shape; /* of the result; not a table */
    query_take *take;
    void *to;
};

static bool take_columns(struct query_step *step, const struct query_batch *batch)
{
    struct giver *giver = (struct giver *)step;
    if (atomic_load(&step->work->failed)) /* a step that held too much may still pass rows on */
        return false;
    struct query_rows rows = {batch->count, batch->columns, step->data};
    return giver->take(giver->to, &rows);
}

static void finish_giver(struct query_step *step)
{
    (void)step; /* everything was passed on */
}

static void free_giver(struct query_step *step)
{
    free(step);
}

/* Creates the two steps at the end of every query. */
static struct query_step *last_steps(const struct query_plan *plan, struct query_data *data,
                                     struct work *work, query_take *take, void *to)
{
    struct giver *giver = memory_zeroed(1, sizeof *giver);
    struct query_step *fields = query_step_fields_new();
    giver->take = take;
    giver->to = to;
    giver->shape = *plan->shape;
    giver->shape.table = NULL;
    giver->step = (struct query_step){.data = data,
                                      .work = work,
                                      .shape = &giver->shape,
                                      .take = take_columns,
                                      .finish = finish_giver,
                                      .free = free_giver};
    fields->data = data;
    fields->work = work;
    fields->shape = plan->shape;
    fields->next = &giver->step;
    return fields;
}

bool query_check(const struct query_plan *plan, struct query_data *data, struct error *error)
{
    uint64_t rows;
    for (size_t i = 0; i < plan->stage_count; i++) {
        if (plan->stages[i].other && !query_check(plan->stages[i].other, data, error))
            return false;
    }
    return query_data_rows(data, plan->source, &rows, error);
}

bool query_run(const struct query_plan *plan, struct query_data *data, query_take *take_rows,
               void *to, struct query_cost *cost, struct error *error)
{
    if (!query_check(plan, data, error))
        return false;
    struct query_cost own = {0};
    struct work work = {.lock = PTHREAD_MUTEX_INITIALIZER};
    struct query_step *last = last_steps(plan, data, &work, take_rows, to);
    struct query_step *first = source_steps(plan, data, last, error);
    bool good = first && source_run(plan, data, first, data->progress, cost ? cost : &own, error);
    query_step_free(first);
    pthread_mutex_destroy(&work.lock);
    return good;
}
