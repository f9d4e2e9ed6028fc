/* step_nodes.c: nodes above and below others, and by their paths. */
#include "query/step.h"

#include "query/data_nodes.h"
#include "query/path.h"
#include "util/memory.h"

#include <stdlib.h>

struct relatives {
    struct step step;
    uint8_t *seen; /* by row of nodes */
};

static bool take_relatives(struct step *step, const struct batch *batch)
{
    struct relatives *relatives = (struct relatives *)step;
    const struct archive_nodes *nodes = &step->data->archive->nodes;
    if (!relatives->seen)
        relatives->seen = memory_zeroed(nodes->rows + 1, 1);
    for (size_t i = 0; i < batch->count; i++)
        relatives->seen[batch_row(batch, i)] = 1;
    return true;
}

/* What was seen becomes what is wanted. A parent's row is smaller than its child's. */
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

static void finish_relatives(struct step *step)
{
    struct relatives *relatives = (struct relatives *)step;
    const struct archive_nodes *nodes = &step->data->archive->nodes;
    int64_t rows[QUERY_BATCH];
    bool more = true;
    struct batch batch = {.rows = rows};
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

static void free_relatives(struct step *step)
{
    free(((struct relatives *)step)->seen);
    free(step);
}

struct step *step_relatives_new(void)
{
    struct relatives *relatives = memory_zeroed(1, sizeof *relatives);
    relatives->step =
        (struct step){.take = take_relatives, .finish = finish_relatives, .free = free_relatives};
    return &relatives->step;
}

struct by_path {
    struct step step;
    uint16_t selected[QUERY_BATCH];
};

static bool take_path(struct step *step, const struct batch *all)
{
    struct by_path *by_path = (struct by_path *)step;
    struct batch batch = *all;
    batch.count = 0;
    batch.selected = by_path->selected;
    for (size_t i = 0; i < all->count; i++) {
        int64_t path;
        bool has = query_data_node(step->data, FUNCTION_NODE_PATH, batch_row(all, i), &path);
        by_path->selected[batch.count] = (uint16_t)batch_at(all, i);
        batch.count += has && path_fits(step->stage->path, query_data_text(step->data, path));
    }
    return !batch.count || step->next->take(step->next, &batch);
}

static void free_path(struct step *step)
{
    free(step);
}

struct step *step_path_new(void)
{
    struct by_path *by_path = memory_zeroed(1, sizeof *by_path);
    by_path->step = (struct step){.take = take_path,
                                  .finish = step_finish_plainly,
                                  .free = free_path,
                                  .sharing = SHARED_EACH,
                                  .again = step_path_new};
    return &by_path->step;
}
