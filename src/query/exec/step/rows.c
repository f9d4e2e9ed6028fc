/* rows.c: small steps: anyMatch and its like, limit and skip, map. */
#include "query/exec/step/step.h"

#include "query/live/memory.h"
#include "util/memory.h"

#include <stdlib.h>

/* The step of anyMatch, allMatch and noneMatch. */
struct match {
    struct query_step step;
    struct program *program;
    bool seen_true, seen_other;
};

static bool take_match(struct query_step *step, const struct query_batch *batch)
{
    struct match *match = (struct match *)step;
    if (!match->program)
        match->program =
            program_make(step->data, step->shape, step->stage->expressions[0], step->rows);
    const struct query_vector *truth = program_run(match->program, batch);
    for (size_t i = 0; i < batch->count; i++) {
        bool is_true = truth->truth[i] && !query_vector_is_absent(truth, i);
        match->seen_true |= is_true;
        match->seen_other |= !is_true;
    }
    return step->stage->kind == STAGE_ALL ? !match->seen_other : !match->seen_true;
}

static void finish_match(struct query_step *step)
{
    const struct match *match = (const struct match *)step;
    uint8_t truth = step->stage->kind == STAGE_ANY   ? match->seen_true
                    : step->stage->kind == STAGE_ALL ? !match->seen_other
                                                     : !match->seen_true;
    struct query_vector result = {.type = TYPE_BOOL};
    result.truth = &truth;
    struct query_batch batch = {.count = 1, .columns = &result};
    step->next->take(step->next, &batch);
    step->next->finish(step->next);
}

static void merge_match(struct query_step *step, struct query_step *from)
{
    struct match *match = (struct match *)step;
    const struct match *other = (const struct match *)from;
    match->seen_true |= other->seen_true;
    match->seen_other |= other->seen_other;
}

static void free_match(struct query_step *step)
{
    program_free(((struct match *)step)->program);
    free(step);
}

struct query_step *query_step_match_new(void)
{
    struct match *match = memory_zeroed(1, sizeof *match);
    match->step = (struct query_step){.take = take_match,
                                      .finish = finish_match,
                                      .free = free_match,
                                      .sharing = SHARED_MERGED,
                                      .again = query_step_match_new,
                                      .merge = merge_match};
    return &match->step;
}

/* The step of limit and skip. */
struct limit {
    struct query_step step;
    uint64_t seen;
    uint16_t selected[QUERY_BATCH];
};

static bool take_limit(struct query_step *step, const struct query_batch *all)
{
    struct limit *limit = (struct limit *)step;
    struct live_memory *memory = step->data->live;
    uint64_t *seen = memory ? query_live_memory_count(memory, step->stage) : &limit->seen;
    uint64_t count = step->stage->count, before = *seen;
    struct query_batch batch = *all;
    *seen += all->count;
    if (step->stage->kind == STAGE_LIMIT) {
        if (before >= count)
            return false;
        batch.count = count - before < all->count ? (size_t)(count - before) : all->count;
        return step->next->take(step->next, &batch) && *seen < count;
    }
    if (*seen <= count)
        return true;
    size_t skip = before >= count ? 0 : (size_t)(count - before);
    batch.count = all->count - skip;
    for (size_t i = 0; i < batch.count; i++)
        limit->selected[i] = (uint16_t)query_batch_at(all, i + skip);
    batch.selected = limit->selected;
    return step->next->take(step->next, &batch);
}

static void free_plainly(struct query_step *step)
{
    free(step);
}

struct query_step *query_step_limit_new(void)
{
    struct limit *limit = memory_zeroed(1, sizeof *limit);
    limit->step = (struct query_step){
        .take = take_limit, .finish = query_step_finish_plainly, .free = free_plainly};
    return &limit->step;
}

/* The step of map. */
struct map {
    struct query_step step;
    struct program **programs;
    struct query_vector *columns;
    struct query_vector *unused; /* zeros, for fields that no later step reads */
};

static void begin_map(struct map *map)
{
    const struct query_step *step = &map->step;
    size_t count = step->stage->expression_count;
    map->programs = query_step_programs(step, 0, count);
    map->columns = memory_zeroed(count + 1, sizeof *map->columns);
    map->unused = memory_zeroed(count + 1, sizeof *map->unused);
    for (size_t i = 0; i < count; i++) {
        if (step->needed && !step->needed[i]) {
            query_vector_make(&map->unused[i], step->stage->expressions[i]->type.type, QUERY_BATCH);
            map->columns[i] = map->unused[i];
        }
    }
}

static bool take_map(struct query_step *step, const struct query_batch *batch)
{
    struct map *map = (struct map *)step;
    size_t count = step->stage->expression_count;
    if (!map->programs)
        begin_map(map);
    for (size_t i = 0; i < count; i++) {
        if (!step->needed || step->needed[i])
            map->columns[i] = *program_run(map->programs[i], batch);
    }
    struct query_batch made = {
        .count = batch->count, .columns = map->columns, .order = batch->order};
    return step->next->take(step->next, &made);
}

static void free_map(struct query_step *step)
{
    struct map *map = (struct map *)step;
    query_step_programs_free(map->programs, step->stage->expression_count);
    for (size_t i = 0; map->unused && i < step->stage->expression_count; i++)
        query_vector_free(&map->unused[i]);
    free(map->unused);
    free(map->columns);
    free(map);
}

struct query_step *query_step_map_new(void)
{
    struct map *map = memory_zeroed(1, sizeof *map);
    map->step = (struct query_step){.take = take_map,
                                    .finish = query_step_finish_plainly,
                                    .free = free_map,
                                    .sharing = SHARED_EACH,
                                    .again = query_step_map_new};
    return &map->step;
}
