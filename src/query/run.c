/* run.c: see run.h */
#include "query/run.h"

#include "query/check.h"
#include "query/source.h"
#include "util/memory.h"

#include <stdlib.h>

/* The last step: all fields of the result as columns. */
struct giver {
    struct step step;
    query_take *take;
    void *to;
    struct expression **fields; /* of rows of a table */
    struct program **programs;
    struct vector *columns;
};

static void begin(struct giver *giver)
{
    const struct shape *shape = giver->step.shape;
    const struct tree nowhere = {0};
    giver->fields = memory_zeroed(shape->count + 1, sizeof *giver->fields);
    giver->programs = memory_zeroed(shape->count + 1, sizeof *giver->programs);
    giver->columns = memory_zeroed(shape->count + 1, sizeof *giver->columns);
    for (size_t i = 0; i < shape->count; i++) {
        giver->fields[i] = check_field(shape, NULL, &shape->fields[i], &nowhere);
        giver->programs[i] =
            program_make(giver->step.data, shape, giver->fields[i], giver->step.rows);
    }
}

static bool take(struct step *step, const struct batch *batch)
{
    struct giver *giver = (struct giver *)step;
    if (!giver->programs)
        begin(giver);
    for (size_t i = 0; i < step->shape->count; i++)
        giver->columns[i] = *program_run(giver->programs[i], batch);
    struct query_rows rows = {batch->count, giver->columns, step->data};
    return giver->take(giver->to, &rows);
}

static void finish(struct step *step)
{
    (void)step; /* everything was given */
}

static void free_giver(struct step *step)
{
    struct giver *giver = (struct giver *)step;
    step_programs_free(giver->programs, step->shape->count);
    for (size_t i = 0; giver->fields && i < step->shape->count; i++)
        expression_free(giver->fields[i]);
    free(giver->fields);
    free(giver->columns);
    free(giver);
}

bool query_check(const struct plan *plan, struct query_data *data, struct error *error)
{
    uint64_t rows;
    for (size_t i = 0; i < plan->stage_count; i++) {
        if (plan->stages[i].other && !query_check(plan->stages[i].other, data, error))
            return false;
    }
    return query_data_rows(data, plan->source, &rows, error);
}

bool query_run(const struct plan *plan, struct query_data *data, query_take *take_rows, void *to,
               struct query_cost *cost, struct error *error)
{
    if (!query_check(plan, data, error))
        return false;
    struct giver *giver = memory_zeroed(1, sizeof *giver);
    struct query_cost own = {0};
    giver->take = take_rows;
    giver->to = to;
    giver->step = (struct step){
        .data = data, .shape = plan->shape, .take = take, .finish = finish, .free = free_giver};
    struct step *first = source_steps(plan, data, &giver->step, error);
    if (!first)
        return false;
    bool good = source_run(plan, data, first, cost ? cost : &own, error);
    step_free(first);
    return good;
}
