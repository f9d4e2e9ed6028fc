/* nest.c: see nest.h */
#include "model/learn/nest.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

/* Finds the formula of the trips, or the visits, of an item per trip of a loop. False: there is no
 * such formula, or not each trip of the loop has the same number. */
static bool per_trip(const struct model_learn *learn, const struct learn_item *item,
                     const struct learn_item *around, bool visits, struct model_fit *fit)
{
    struct model_fit_point *points = memory_zeroed(learn->point_count + 1, sizeof *points);
    size_t count = 0;
    bool whole = true;
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
    const bool found = whole && count && model_fit_exact(points, count, fit);
    free(points);
    return found;
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

/* Finds the loop that a loop is written in. */
static struct learn_nest nest_of(const struct model_learn *learn, size_t at)
{
    const struct learn_item *item = &learn->items[at];
    struct learn_nest nest = {.inside = SIZE_MAX, .around = loop_around(learn, at)};
    struct model_fit visits = {0};
    for (size_t above = nest.around; above != SIZE_MAX && is_exact(item);
         above = loop_around(learn, above)) {
        const struct learn_item *around = &learn->items[above];
        if (is_exact(around) && per_trip(learn, item, around, false, &nest.each) &&
            per_trip(learn, item, around, true, &visits)) {
            nest.inside = above;
            nest.trips = memory_string(nest.each.text);
            nest.visits = memory_string(visits.text);
            model_fit_free(&visits);
            return nest;
        }
        model_fit_free(&nest.each);
        model_fit_free(&visits);
    }
    nest.trips = item->text ? memory_string(item->text) : NULL;
    nest.visits = item->visits.text ? memory_string(item->visits.text) : NULL;
    return nest;
}

/* Finds the loop that messages are written in. */
static struct learn_nest nest_of_messages(const struct model_learn *learn, size_t at)
{
    struct learn_nest nest = {.inside = SIZE_MAX, .around = loop_around(learn, at)};
    for (size_t above = nest.around; above != SIZE_MAX; above = loop_around(learn, above)) {
        const struct learn_item *around = &learn->items[above];
        if (is_exact(around) && per_trip(learn, &learn->items[at], around, true, &nest.each)) {
            nest.inside = above;
            nest.visits = memory_string(nest.each.text);
            return nest;
        }
        model_fit_free(&nest.each);
    }
    const char *text = learn->items[at].visits.text;
    nest.visits = text ? memory_string(text) : NULL;
    return nest;
}

/* Takes messages out of all loops. */
static void take_out(const struct learn_item *item, struct learn_nest *nest)
{
    model_fit_free(&nest->each);
    free(nest->visits);
    nest->visits = item->visits.text ? memory_string(item->visits.text) : NULL;
    nest->inside = SIZE_MAX;
}

/* Sends and their receives are inside of loops together or not at all: a rank could wait in a loop
 * for a message that is sent behind it. */
static void keep_together(const struct model_learn *learn, struct learn_nest *nests)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t at = 0; at < learn->match_count; at++) {
            const size_t both[] = {learn->matches[at].send, learn->matches[at].receive};
            for (int i = 0; i < 2; i++)
                if (nests[both[i]].inside == SIZE_MAX && nests[both[!i]].inside != SIZE_MAX &&
                    (nests[both[i]].around != SIZE_MAX || nests[both[i]].taken_out)) {
                    take_out(&learn->items[both[!i]], &nests[both[!i]]);
                    nests[both[!i]].taken_out = changed = true;
                }
        }
    }
}

struct learn_nest *learn_nest(const struct model_learn *learn)
{
    struct learn_nest *nests = memory_zeroed(learn->item_count + 1, sizeof *nests);
    for (size_t at = 0; at < learn->item_count; at++) {
        const enum learn_kind kind = learn->items[at].kind;
        if (kind == LEARN_LOOP)
            nests[at] = nest_of(learn, at);
        else if (kind != LEARN_ROUTINE)
            nests[at] = nest_of_messages(learn, at);
        else
            nests[at] = (struct learn_nest){.inside = SIZE_MAX, .around = SIZE_MAX};
    }
    keep_together(learn, nests);
    return nests;
}

double learn_nest_count(const struct model_learn *learn, const struct learn_nest *nests, size_t at,
                        struct learn_point point)
{
    double count = 1;
    for (; nests[at].inside != SIZE_MAX; at = nests[at].inside)
        count *= model_fit_value(&nests[at].each, point.n, point.p, point.rank);
    const struct learn_item *item = &learn->items[at];
    return count * model_fit_value(item->kind == LEARN_LOOP ? &item->trips : &item->visits, point.n,
                                   point.p, point.rank);
}

void learn_nest_free(struct learn_nest *nests, size_t count)
{
    for (size_t at = 0; at < count; at++) {
        model_fit_free(&nests[at].each);
        free(nests[at].trips);
        free(nests[at].visits);
    }
    free(nests);
}
