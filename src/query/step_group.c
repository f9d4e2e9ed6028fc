/* step_group.c: rows of the same keys, and what they add up to. */
#include "query/step.h"

#include "query/keys.h"
#include "query/sum.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct group {
    struct step step;
    struct program **programs;
    const struct vector **values;
    struct keys keys;
    struct sum *sums;
    size_t *direct; /* a key that is a small number -> group plus 1 */
    size_t direct_room;
    size_t numbers[QUERY_BATCH]; /* of the groups of the batch's rows */
};

enum { DIRECT = 1 << 20 };

static void begin(struct group *group)
{
    const struct stage *stage = group->step.stage;
    if (group->programs)
        return;
    enum type *types = memory_zeroed(stage->expression_count + 1, sizeof *types);
    for (size_t i = 0; i < stage->expression_count; i++)
        types[i] = stage->expressions[i]->type.type;
    group->programs = step_programs(&group->step, 0, stage->expression_count);
    group->values = memory_zeroed(stage->expression_count + 1, sizeof *group->values);
    group->sums = memory_zeroed(stage->sum_count + 1, sizeof *group->sums);
    keys_make(&group->keys, types, stage->keys);
    for (size_t i = 0; i < stage->sum_count; i++)
        sum_make(&group->sums[i], &stage->sums[i], types[stage->sums[i].expression]);
    free(types);
    if (!stage->keys)
        keys_add(&group->keys, group->values, 0);
}

static size_t direct_number(struct group *group, size_t i, int64_t key)
{
    if ((size_t)key >= group->direct_room) {
        size_t before = group->direct_room;
        group->direct =
            memory_grow(group->direct, &group->direct_room, (size_t)key + 1, sizeof *group->direct);
        memset(group->direct + before, 0, (group->direct_room - before) * sizeof *group->direct);
    }
    if (!group->direct[key])
        group->direct[key] = keys_add(&group->keys, group->values, i) + 1;
    return group->direct[key] - 1;
}

static void find_numbers(struct group *group, size_t count)
{
    const struct vector *key = group->values[0];
    bool single = group->keys.width == 1 && key->type != TYPE_REAL && key->type != TYPE_BOOL;
    for (size_t i = 0; i < count; i++) {
        bool direct =
            single && !vector_is_absent(key, i) && key->whole[i] >= 0 && key->whole[i] < DIRECT;
        group->numbers[i] = direct ? direct_number(group, i, key->whole[i])
                                   : keys_add(&group->keys, group->values, i);
    }
}

static bool take(struct step *step, const struct batch *batch)
{
    struct group *group = (struct group *)step;
    const struct stage *stage = step->stage;
    begin(group);
    for (size_t i = 0; i < stage->expression_count; i++)
        group->values[i] = program_run(group->programs[i], batch);
    if (stage->keys)
        find_numbers(group, batch->count);
    for (size_t i = 0; i < stage->sum_count; i++)
        sum_add(&group->sums[i], group->values[stage->sums[i].expression],
                stage->keys ? group->numbers : NULL, batch->count, group->keys.count);
    return true;
}

static void finish(struct step *step)
{
    struct group *group = (struct group *)step;
    const struct stage *stage = step->stage;
    size_t width = stage->keys + stage->sum_count;
    begin(group);
    struct vector *columns = memory_zeroed(width + 1, sizeof *columns);
    struct vector *parts = memory_zeroed(width + 1, sizeof *parts);
    for (size_t i = 0; i < width; i++)
        columns[i] = i < stage->keys ? group->keys.columns[i]
                                     : sum_result(&group->sums[i - stage->keys], group->keys.count);
    for (size_t first = 0; first < group->keys.count; first += QUERY_BATCH) {
        struct batch batch = {.columns = parts};
        size_t left = group->keys.count - first;
        batch.count = left < QUERY_BATCH ? left : QUERY_BATCH;
        for (size_t i = 0; i < width; i++)
            parts[i] = vector_part(&columns[i], first);
        if (!step->next->take(step->next, &batch))
            break;
    }
    for (size_t i = stage->keys; i < width; i++)
        vector_free(&columns[i]);
    free(columns);
    free(parts);
    step->next->finish(step->next);
}

static void free_group(struct step *step)
{
    struct group *group = (struct group *)step;
    if (group->programs)
        keys_free(&group->keys);
    for (size_t i = 0; group->sums && i < step->stage->sum_count; i++)
        sum_free(&group->sums[i]);
    free(group->sums);
    free(group->values);
    free(group->direct);
    step_programs_free(group->programs, step->stage->expression_count);
    free(group);
}

struct step *step_group_new(void)
{
    struct group *group = memory_zeroed(1, sizeof *group);
    group->step = (struct step){.take = take, .finish = finish, .free = free_group};
    return &group->step;
}
