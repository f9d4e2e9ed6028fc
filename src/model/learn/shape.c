/* shape.c: the trips of a loop within each trip of the divided loop around it, from a logged run.
 */
#include "model/learn/curves.h"
#include "model/learn/learn.h"
#include "model/learn/paths.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_POINTS = 512, /* of a curve */
    MOST_ROWS = 100000000,
};

/* Returns the item below `above` on the way to `at`. */
static size_t child_towards(const struct model_learn *learn, size_t above, size_t at)
{
    while (at != SIZE_MAX && learn->items[at].parent != above)
        at = learn->items[at].parent;
    return at;
}

/* Adds up the trips of item `at` in each visit of item `child`, and the times of these: visit k is
 * about row k % count. Returns the number of visits that are in the logs; 0 with an error. */
static size_t add_up(const struct archive *archive, const size_t *items, size_t at, size_t child,
                     double *bins, double *times, size_t count, struct error *error)
{
    size_t begun = 0;
    for (uint32_t lane = 0; lane < archive->lanes.rows; lane++) {
        struct archive_acts *acts = archive_acts_of(archive, lane, 0, UINT64_MAX, error);
        if (!acts)
            return 0;
        struct archive_act act;
        while (archive_acts_next(acts, &act)) {
            const size_t item = items[act.node];
            if (item == child)
                times[begun++ % count] += (double)(act.end - act.start);
            if (item == at && begun > 0 && act.trips != ARCHIVE_UNKNOWN)
                bins[(begun - 1) % count] += (double)act.trips;
        }
        archive_acts_free(acts);
    }
    return begun;
}

static void make_curve(struct learn_curve *curve, const double *bins, size_t count, double whole,
                       int64_t n)
{
    const size_t points = count < MOST_POINTS ? count : MOST_POINTS;
    free(curve->x);
    free(curve->y);
    curve->x = memory_zeroed(points + 1, sizeof *curve->x);
    curve->y = memory_zeroed(points + 1, sizeof *curve->y);
    curve->count = 0;
    curve->n = n;
    double before = 0;
    size_t bin = 0;
    for (size_t at = 0; at <= points; at++) {
        for (; bin < at * count / points; bin++)
            before += bins[bin];
        curve->x[curve->count] = (double)bin / (double)count;
        curve->y[curve->count++] = before / whole;
    }
}

/* Moves the curve so that it goes through a share that is known exactly, between two others. */
static void bend(struct learn_curve *curve, double from, double from_share, double to,
                 double to_share)
{
    const double low = learn_curve_value(curve, from), high = learn_curve_value(curve, to);
    for (size_t at = 0; at < curve->count && high > low; at++)
        if (curve->x[at] > from && curve->x[at] <= to)
            curve->y[at] =
                to_share - (high - curve->y[at]) / (high - low) * (to_share - from_share);
}

/* Corrects a curve of times by the trips of ranks, which are exact, in the run with most ranks at
 * the same n. */
static void correct(const struct model_learn *learn, size_t at, int64_t n,
                    enum model_division division, int64_t rows)
{
    int64_t p = 0;
    double whole = 0, before = 0;
    for (size_t point = 0; point < learn->point_count; point++)
        if (learn->points[point].n == n && learn->points[point].p > p)
            p = learn->points[point].p;
    double *trips = memory_zeroed((size_t)p + 1, sizeof *trips);
    for (size_t point = 0; point < learn->point_count; point++)
        if (learn->points[point].n == n && learn->points[point].p == p) {
            trips[learn->points[point].rank] = learn_cell_of(&learn->items[at], point).trips;
            whole += trips[learn->points[point].rank];
        }
    struct learn_curve *curve = &learn->items[at].curve;
    for (int64_t rank = 0; rank < p && whole > 0; rank++) {
        const double from = (double)model_division_first(division, rows, p, rank) / (double)rows;
        const double to = (double)model_division_first(division, rows, p, rank + 1) / (double)rows;
        bend(curve, from, before / whole, to, (before + trips[rank]) / whole);
        before += trips[rank];
    }
    free(trips);
}

/* Takes the shape of one item: of its trips if they were logged, otherwise, with `by_time`, of the
 * times of rows. */
static bool take(struct model_learn *learn, size_t at, int64_t n, const struct archive *archive,
                 const size_t *items, bool by_time, struct error *error)
{
    enum model_division division;
    enum model_domain domain;
    const size_t divided = learn_curve_divided(learn, at, &division, &domain);
    if (divided == SIZE_MAX)
        return true;
    const size_t child = child_towards(learn, divided, at);
    double trips = 0, whole = 0, visits = 0;
    for (uint32_t node = 0; node < archive->nodes.rows; node++) {
        trips += items[node] == divided ? (double)archive->nodes.trips[node] : 0;
        visits += items[node] == child ? (double)archive->nodes.visits[node] : 0;
        whole += items[node] == at ? (double)archive->nodes.trips[node] : 0;
    }
    const int64_t rows = model_domain_rows(domain, n);
    if (rows < 2 || rows > MOST_ROWS || visits != trips || learn->items[at].curve.n > n)
        return true;
    const size_t count = (size_t)rows;
    double *bins = memory_zeroed(2 * count, sizeof *bins), *times = bins + count, sum = 0, all = 0;
    const size_t begun = add_up(archive, items, at, child, bins, times, count, error);
    for (size_t bin = 0; bin < count; bin++) {
        sum += bins[bin];
        all += times[bin];
    }
    if ((double)begun == visits && whole > 0 && sum == whole) {
        make_curve(&learn->items[at].curve, bins, count, whole, n);
    } else if ((double)begun == visits && by_time && all > 0) {
        make_curve(&learn->items[at].curve, times, count, all, n);
        if (division != MODEL_DIVISION_CYCLIC)
            correct(learn, at, n, division, rows);
    }
    free(bins);
    return !error->text[0];
}

bool model_learn_shape(struct model_learn *learn, int64_t n, const struct archive *archive,
                       bool by_time, struct error *error)
{
    error->text[0] = 0;
    size_t *items = learn_paths(learn, archive);
    bool right = true;
    for (size_t at = 0; at < learn->item_count && right; at++)
        if (learn->items[at].kind == LEARN_LOOP && learn->items[at].curve.count > 0)
            right = take(learn, at, n, archive, items, by_time, error);
    free(items);
    return right;
}

bool model_learn_lacks_shape(const struct model_learn *learn, int64_t n)
{
    enum model_division division;
    enum model_domain domain;
    for (size_t at = 0; at < learn->item_count; at++)
        if (learn->items[at].kind == LEARN_LOOP && learn->items[at].curve.count > 0 &&
            learn->items[at].curve.n < n &&
            learn_curve_divided(learn, at, &division, &domain) != SIZE_MAX)
            return true;
    return false;
}

/* True if the routine of `at` is visited so often that logging it would disturb the times. */
static bool is_hot(const struct model_learn *learn, size_t at, int64_t n)
{
    for (size_t point = 0; point < learn->point_count; point++)
        if (learn->points[point].n == n &&
            learn_cell_of(&learn->items[at], point).visits > 8 * (double)n)
            return true;
    return false;
}

char *model_learn_hot(const struct model_learn *learn, int64_t n, size_t number)
{
    for (size_t at = 0; at < learn->item_count; at++)
        if (learn->items[at].kind <= LEARN_ROUTINE && is_hot(learn, at, n) && number-- == 0)
            return learn->items[at].kind == LEARN_ROUTINE
                       ? memory_printf("routine:%s", learn->items[at].routine)
                       : memory_string("");
    return NULL;
}
