/* table.c: see table.h */
#include "model/learn/table.h"
#include "model/learn/learn.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct model_learn *model_learn_new(void)
{
    struct model_learn *learn = memory_zeroed(1, sizeof *learn);
    learn->first = SIZE_MAX;
    return learn;
}

size_t learn_point(struct model_learn *learn, int64_t n, int64_t p, int64_t rank)
{
    for (size_t at = 0; at < learn->point_count; at++) {
        const struct learn_point *point = &learn->points[at];
        if (point->n == n && point->p == p && point->rank == rank)
            return at;
    }
    learn->points = memory_grow(learn->points, &learn->point_room, learn->point_count + 1,
                                sizeof *learn->points);
    learn->points[learn->point_count] = (struct learn_point){n, p, rank, -1};
    return learn->point_count++;
}

size_t learn_item(struct model_learn *learn, const char *path, bool *fresh)
{
    *fresh = false;
    for (size_t at = 0; at < learn->item_count; at++)
        if (strcmp(learn->items[at].path, path) == 0)
            return at;
    *fresh = true;
    learn->items =
        memory_grow(learn->items, &learn->item_room, learn->item_count + 1, sizeof *learn->items);
    struct learn_item *item = &learn->items[learn->item_count];
    memset(item, 0, sizeof *item);
    item->path = memory_string(path);
    item->parent = item->child = item->sibling = SIZE_MAX;
    return learn->item_count++;
}

struct learn_cell *learn_cell(struct model_learn *learn, size_t at, size_t point)
{
    assert(at < learn->item_count && point < learn->point_count);
    struct learn_item *item = &learn->items[at];
    if (point >= item->room) {
        size_t old = item->room;
        item->cells = memory_grow(item->cells, &item->room, point + 1, sizeof *item->cells);
        memset(item->cells + old, 0, (item->room - old) * sizeof *item->cells);
    }
    return &item->cells[point];
}

struct learn_cell learn_cell_of(const struct learn_item *item, size_t point)
{
    return point < item->room ? item->cells[point] : (struct learn_cell){0};
}

void learn_forget(struct learn_item *item)
{
    model_fit_free(&item->trips);
    model_fit_free(&item->visits);
    model_fit_free(&item->bytes);
    model_fit_free(&item->each);
    free(item->text);
    free(item->words);
    free(item->curve_name);
    item->text = item->words = item->curve_name = NULL;
    if (item->curve.n == 0) {
        free(item->curve.x);
        free(item->curve.y);
        item->curve = (struct learn_curve){0};
    }
}

void model_learn_free(struct model_learn *learn)
{
    if (!learn)
        return;
    for (size_t at = 0; at < learn->item_count; at++) {
        struct learn_item *item = &learn->items[at];
        learn_forget(item);
        free(item->curve.x);
        free(item->curve.y);
        free(item->path);
        free(item->routine);
        free(item->call);
        free(item->difference);
        free(item->file);
        free(item->cells);
    }
    free(learn->items);
    free(learn->matches);
    free(learn->points);
    free(learn);
}
