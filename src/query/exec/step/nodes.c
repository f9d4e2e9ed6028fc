/* nodes.c: the steps for nodes: children, ancestors, and path patterns. */
#include "query/exec/step/step.h"

#include "query/data/nodes.h"
#include "query/exec/path.h"
#include "util/memory.h"

#include <stdlib.h>

/* The step of children and ancestors: both need all rows first. */
struct relatives {
    struct query_step step;
    uint8_t *seen; /* by row of nodes */
};

static bool take_relatives(struct query_step *step, const struct query_batch *batch)
{
    struct relatives *relatives = (struct relatives *)step;
    const struct archive_nodes *nodes = &step->data->archive->nodes;
    if (!relatives->seen)
        relatives->seen = memory_zeroed(nodes->rows + 1, 1);
    for (size_t i = 0; i < batch->count; i++)
        relatives->seen[query_batch_row(batch, i)] = 1;
    return true;
}

/* Replaces the marked nodes by their children or ancestors. A parent's row is always smaller than
 * its child's. */
static void turn(const struct archive_nodes *nodes, uint8_t *seen, bool children)
{
    uint8_t *wanted = memory_zeroed(nodes->rows + 1, 1);
    for (size_t i = nodes->rows; i-- > 0;) {
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE)
            continue;
        if (children)
            wanted[i] = seen[parent];
        else
            wanted[parent] |= seen[i] | wanted[i];
    }
    for (size_t i = 0; i < nodes->rows; i++)
        seen[i] = wanted[i];
    free(wanted);
}

static void finish_relatives(struct query_step *step)
{
    struct relatives *relatives = (struct relatives *)step;
    const struct archive_nodes *nodes = &step->data->archive->nodes;
    int64_t rows[QUERY_BATCH];
    bool more = true;
    struct query_batch batch = {.rows = rows};
    if (relatives->seen)
        turn(nodes, relatives->seen, step->stage->kind == STAGE_CHILDREN);
    for (size_t i = 0; relatives->seen && more && i < nodes->rows; i++) {
        rows[batch.count] = (int64_t)i;
        batch.count += relatives->seen[i];
        if (batch.count == QUERY_BATCH) {
            more = step->next->take(step->next, &batch);
            batch.count = 0;
        }
    }
    if (more && batch.count)
        step->next->take(step->next, &batch);
    step->next->finish(step->next);
}

static void free_relatives(struct query_step *step)
{
    free(((struct relatives *)step)->seen);
    free(step);
}

struct query_step *query_step_relatives_new(void)
{
    struct relatives *relatives = memory_zeroed(1, sizeof *relatives);
    relatives->step = (struct query_step){
        .take = take_relatives, .finish = finish_relatives, .free = free_relatives};
    return &relatives->step;
}

/* The step of path(...). */
struct by_path {
    struct query_step step;
    uint8_t *fits; /* by row of nodes */
    uint16_t selected[QUERY_BATCH];
};

/* Matches all paths, each from its parent's state: a parent's row is always smaller than its
 * child's. */
static void find_fits(struct by_path *by_path)
{
    struct query_data *data = by_path->step.data;
    const struct archive_nodes *nodes = &data->archive->nodes;
    const char *pattern = by_path->step.stage->path;
    size_t words = path_words(pattern);
    uint64_t *states = memory_zeroed(nodes->rows * words + 1, sizeof *states);
    by_path->fits = memory_zeroed(nodes->rows + 1, 1);
    for (size_t i = 0; i < nodes->rows; i++) {
        struct buffer name = {0};
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE) {
            path_begin(pattern, states + i * words);
            continue;
        }
        query_data_path_step(data, i, &name);
        path_go(pattern, states + parent * words, name.text, states + i * words);
        by_path->fits[i] = path_fits(pattern, states + i * words);
        buffer_free(&name);
    }
    free(states);
}

static bool take_path(struct query_step *step, const struct query_batch *all)
{
    struct by_path *by_path = (struct by_path *)step;
    struct query_batch batch = *all;
    batch.count = 0;
    batch.selected = by_path->selected;
    if (!by_path->fits)
        find_fits(by_path);
    for (size_t i = 0; i < all->count; i++) {
        by_path->selected[batch.count] = (uint16_t)query_batch_at(all, i);
        batch.count += by_path->fits[query_batch_row(all, i)];
    }
    return !batch.count || step->next->take(step->next, &batch);
}

static void free_path(struct query_step *step)
{
    free(((struct by_path *)step)->fits);
    free(step);
}

struct query_step *query_step_path_new(void)
{
    struct by_path *by_path = memory_zeroed(1, sizeof *by_path);
    by_path->step = (struct query_step){.take = take_path,
                                        .finish = query_step_finish_plainly,
                                        .free = free_path,
                                        .sharing = SHARED_EACH,
                                        .again = query_step_path_new};
    return &by_path->step;
}
