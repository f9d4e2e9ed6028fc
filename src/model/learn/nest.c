/* nest.c: see nest.h */
#include "model/learn/nest.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

/* Finds the formula of the trips, or the visits, of an item per trip of a loop. NULL: there is no
 * such formula, or not each trip of the loop has the same number. */
static char *per_trip(const struct model_learn *learn, const struct learn_item *item,
                      const struct learn_item *around, bool visits)
{
    struct model_fit_point *points = memory_zeroed(learn->point_count + 1, sizeof *points);
    struct model_fit fit = {0};
    size_t count = 0;
    bool whole = true;
    char *text = NULL;
    for (size_t at = 0; at < learn->point_count; at++) {
        const struct learn_point *point = &learn->points[at];
        const struct learn_cell cell = learn_cell_of(item, at);
        const double inner = visits ? cell.visits : cell.trips;
        const double outer = learn_cell_of(around, at).trips;
        if (outer <= 0) {
            whole &= inner == 0;
            continue;
        }
        whole &= fmod(inner, outer) == 0;
        points[count++] = (struct model_fit_point){point->n, point->p, point->rank, inner / outer};
    }
    if (whole && count && model_fit_exact(points, count, &fit))
        text = memory_string(fit.text);
    model_fit_free(&fit);
    free(points);
    return text;
}

/* Returns the next loop around an item. */
static size_t loop_around(const struct model_learn *learn, size_t at)
{
    size_t above = learn->items[at].parent;
    while (above != SIZE_MAX && learn->items[above].kind != LEARN_LOOP)
        above = learn->items[above].parent;
    return above;
}

/* True if all trips of a loop have one exact formula. */
static bool is_exact(const struct learn_item *item)
{
    return item->text && item->trips.kind == MODEL_FIT_EXACT && !item->curve_name;
}

static struct learn_nest nest_of(const struct model_learn *learn, size_t at)
{
    const struct learn_item *item = &learn->items[at];
    struct learn_nest nest = {.inside = SIZE_MAX, .around = SIZE_MAX};
    if (item->kind != LEARN_LOOP)
        return nest;
    nest.around = loop_around(learn, at);
    for (size_t above = nest.around; above != SIZE_MAX && is_exact(item);
         above = loop_around(learn, above)) {
        const struct learn_item *around = &learn->items[above];
        nest.trips = is_exact(around) ? per_trip(learn, item, around, false) : NULL;
        nest.visits = nest.trips ? per_trip(learn, item, around, true) : NULL;
        if (nest.visits) {
            nest.inside = above;
            return nest;
        }
        free(nest.trips);
    }
    nest.trips = item->text ? memory_string(item->text) : NULL;
    nest.visits = item->visits.text ? memory_string(item->visits.text) : NULL;
    return nest;
}

struct learn_nest *learn_nest(const struct model_learn *learn)
{
    struct learn_nest *nests = memory_zeroed(learn->item_count + 1, sizeof *nests);
    for (size_t at = 0; at < learn->item_count; at++)
        nests[at] = nest_of(learn, at);
    return nests;
}

void learn_nest_free(struct learn_nest *nests, size_t count)
{
    for (size_t at = 0; at < count; at++) {
        free(nests[at].trips);
        free(nests[at].visits);
    }
    free(nests);
}
