/* formulas.c: see formulas.h */
#include "model/learn/formulas.h"
#include "model/learn/curves.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum value { TRIPS, VISITS, BYTES };

static double value_of(struct learn_cell cell, enum value value)
{
    return value == TRIPS ? cell.trips : value == VISITS ? cell.visits : cell.bytes;
}

/* Lists the values of an item at all points. */
static struct model_fit_point *values(const struct model_learn *learn,
                                      const struct learn_item *item, enum value value)
{
    struct model_fit_point *points = memory_zeroed(learn->point_count + 1, sizeof *points);
    for (size_t at = 0; at < learn->point_count; at++)
        points[at] = (struct model_fit_point){learn->points[at].n, learn->points[at].p,
                                              learn->points[at].rank,
                                              value_of(learn_cell_of(item, at), value)};
    return points;
}

/* Lists the sums over all ranks, one for each (n, p), as if of rank 0. Returns their number. */
static size_t wholes(const struct model_learn *learn, const struct learn_item *item,
                     struct model_fit_point *sums)
{
    size_t count = 0;
    for (size_t at = 0; at < learn->point_count; at++) {
        const struct learn_point *point = &learn->points[at];
        size_t found = 0;
        while (found < count && (sums[found].n != point->n || sums[found].p != point->p))
            found++;
        if (found == count)
            sums[count++] = (struct model_fit_point){point->n, point->p, 0, 0};
        sums[found].value += learn_cell_of(item, at).trips;
    }
    return count;
}

/* True if the sums depend on n alone. */
static bool same_for_all_p(struct model_fit_point *sums, size_t count)
{
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b < a; b++)
            if (sums[a].n == sums[b].n &&
                fabs(sums[a].value - sums[b].value) > 0.01 * fabs(sums[a].value))
                return false;
    for (size_t a = 0; a < count; a++)
        sums[a].p = 1;
    return true;
}

/* True if ranks of one run differ in trips. */
static bool differs_by_rank(const struct model_learn *learn, const struct learn_item *item)
{
    for (size_t a = 0; a < learn->point_count; a++)
        for (size_t b = 0; b < a; b++)
            if (learn->points[a].n == learn->points[b].n &&
                learn->points[a].p == learn->points[b].p &&
                learn_cell_of(item, a).trips != learn_cell_of(item, b).trips)
                return true;
    return false;
}

/* Describes a loop without a formula by the sum of all ranks and the share of each. */
static void share_out(struct model_learn *learn, size_t at, unsigned *curves)
{
    struct learn_item *item = &learn->items[at];
    struct model_fit_point *sums = memory_zeroed(learn->point_count + 1, sizeof *sums);
    const size_t count = wholes(learn, item, sums);
    (void)same_for_all_p(sums, count);
    model_fit_free(&item->trips);
    model_fit_find(sums, count, &item->trips);
    free(sums);
    if (!item->trips.text)
        return;
    if (item->curve.count == 0)
        learn_curve_from_ranks(learn, item);
    item->curve_name = memory_printf("S%u", ++*curves);
    double largest = 0;
    for (size_t i = 0; i < learn->point_count; i++) {
        const struct learn_point *point = &learn->points[i];
        const double trips = learn_cell_of(item, i).trips;
        const double found = model_fit_value(&item->trips, point->n, point->p, 0) *
                             learn_curve_share(learn, at, point);
        if (trips > 0)
            largest = fmax(largest, fabs(found / trips - 1));
    }
    char *share = learn_curve_text(learn, at), *sum = model_fit_words(&item->trips);
    item->text = memory_printf("(%s)*%s", item->trips.text, share);
    item->words =
        memory_printf("all ranks together: %s; shares of ranks from %s: within %.2g %%", sum,
                      item->curve.n ? "a logged run" : "those of the runs", 100 * largest);
    free(share);
    free(sum);
}

/* Finds the bytes of one message, where all messages of a rank are equally long. */
static void find_bytes(const struct model_learn *learn, struct learn_item *item)
{
    struct model_fit_point *points = values(learn, item, BYTES);
    model_fit_find(points, learn->point_count, &item->bytes);
    size_t count = 0;
    for (size_t at = 0; at < learn->point_count; at++) {
        const struct learn_cell cell = learn_cell_of(item, at);
        if (cell.visits <= 0)
            continue;
        points[count] = points[at];
        points[count++].value = cell.bytes / cell.visits;
    }
    (void)model_fit_exact(points, count, &item->each);
    free(points);
}

static void find_trips(struct model_learn *learn, size_t at, unsigned *curves, size_t *without)
{
    struct learn_item *item = &learn->items[at];
    struct model_fit_point *points = values(learn, item, TRIPS);
    const bool exact = model_fit_exact(points, learn->point_count, &item->trips);
    if (!exact && differs_by_rank(learn, item)) {
        ++*without;
        share_out(learn, at, curves);
    } else if (!exact) {
        (void)model_fit_close(points, learn->point_count, &item->trips);
    }
    free(points);
    if (item->text)
        return;
    item->text = item->trips.text ? memory_string(item->trips.text) : NULL;
    item->words = model_fit_words(&item->trips);
}

size_t learn_formulas(struct model_learn *learn)
{
    unsigned curves = 0;
    size_t without = 0;
    for (size_t at = 0; at < learn->item_count; at++)
        learn_forget(&learn->items[at]);
    for (size_t at = 0; at < learn->item_count; at++) {
        struct learn_item *item = &learn->items[at];
        struct model_fit_point *points = values(learn, item, VISITS);
        model_fit_find(points, learn->point_count, &item->visits);
        free(points);
        if (item->kind == LEARN_LOOP) {
            find_trips(learn, at, &curves, &without);
        } else if (item->kind != LEARN_ROUTINE) {
            find_bytes(learn, item);
        }
    }
    return without;
}
