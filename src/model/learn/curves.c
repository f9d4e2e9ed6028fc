/* curves.c: see curves.h */
#include "model/learn/curves.h"
#include "model/learn/learn.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

size_t learn_curve_divided(const struct model_learn *learn, size_t at,
                           enum model_division *division, enum model_domain *domain)
{
    for (size_t above = learn->items[at].parent; above != SIZE_MAX;
         above = learn->items[above].parent) {
        const struct learn_item *item = &learn->items[above];
        if (item->kind == LEARN_LOOP && model_fit_division(&item->trips, division, domain))
            return above;
    }
    return SIZE_MAX;
}

double learn_curve_value(const struct learn_curve *curve, double x)
{
    assert(curve->count >= 2);
    size_t low = 0, high = curve->count - 1;
    if (x <= curve->x[0])
        return curve->y[0];
    if (x >= curve->x[high])
        return curve->y[high];
    while (high - low > 1) {
        size_t middle = (low + high) / 2;
        *(curve->x[middle] <= x ? &low : &high) = middle;
    }
    double part = (x - curve->x[low]) / (curve->x[high] - curve->x[low]);
    return curve->y[low] + part * (curve->y[high] - curve->y[low]);
}

/* Adds a point in the order of x; an x that is there already is kept. */
static void insert(struct learn_curve *curve, double x, double y)
{
    size_t at = 0;
    while (at < curve->count && curve->x[at] < x - 1e-12)
        at++;
    if (at < curve->count && curve->x[at] < x + 1e-12)
        return;
    memmove(curve->x + at + 1, curve->x + at, (curve->count - at) * sizeof *curve->x);
    memmove(curve->y + at + 1, curve->y + at, (curve->count - at) * sizeof *curve->y);
    curve->x[at] = x;
    curve->y[at] = y;
    curve->count++;
}

/* Adds the cumulative shares of the ranks of one run. */
static void insert_run(const struct model_learn *learn, struct learn_item *item, int64_t n,
                       int64_t p)
{
    double *trips = memory_zeroed((size_t)p, sizeof *trips), whole = 0, before = 0;
    for (size_t at = 0; at < learn->point_count; at++)
        if (learn->points[at].n == n && learn->points[at].p == p) {
            trips[learn->points[at].rank] = learn_cell_of(item, at).trips;
            whole += trips[learn->points[at].rank];
        }
    for (int64_t rank = 0; rank + 1 < p && whole > 0; rank++) {
        before += trips[rank];
        insert(&item->curve, (double)(rank + 1) / (double)p, before / whole);
    }
    free(trips);
}

void learn_curve_from_ranks(const struct model_learn *learn, struct learn_item *item)
{
    int64_t n = 0, most = 0;
    for (size_t at = 0; at < learn->point_count; at++) {
        n = learn->points[at].n > n ? learn->points[at].n : n;
        most = learn->points[at].p > most ? learn->points[at].p : most;
    }
    struct learn_curve *curve = &item->curve;
    const size_t room = learn->point_count + 3;
    *curve = (struct learn_curve){memory_zeroed(room, sizeof(double)),
                                  memory_zeroed(room, sizeof(double)), 0, 0};
    insert(curve, 0, 0);
    insert(curve, 1, 1);
    for (int64_t p = most; p > 1; p--)
        for (size_t at = 0; at < learn->point_count; at++)
            if (learn->points[at].n == n && learn->points[at].p == p && learn->points[at].rank == 0)
                insert_run(learn, item, n, p);
    for (size_t at = 1; at < curve->count; at++) /* different runs may differ a little */
        if (curve->y[at] < curve->y[at - 1])
            curve->y[at] = curve->y[at - 1];
}

double learn_curve_share(const struct model_learn *learn, size_t at,
                         const struct learn_point *point)
{
    const struct learn_curve *curve = &learn->items[at].curve;
    enum model_division division = 0;
    enum model_domain domain = 0;
    const double p = (double)point->p, rank = (double)point->rank;
    if (curve->n == 0 || learn_curve_divided(learn, at, &division, &domain) == SIZE_MAX)
        return learn_curve_value(curve, (rank + 1) / p) - learn_curve_value(curve, rank / p);
    const int64_t rows = model_domain_rows(domain, point->n);
    const double all = (double)rows;
    if (division != MODEL_DIVISION_CYCLIC) {
        int64_t first = model_division_first(division, rows, point->p, point->rank);
        int64_t end = model_division_first(division, rows, point->p, point->rank + 1);
        return learn_curve_value(curve, (double)end / all) -
               learn_curve_value(curve, (double)first / all);
    }
    double sum = 0;
    for (int64_t row = point->rank; row < rows; row += point->p)
        sum += learn_curve_value(curve, (double)(row + 1) / all) -
               learn_curve_value(curve, (double)row / all);
    return sum;
}

char *learn_curve_text(const struct model_learn *learn, size_t at)
{
    const struct learn_item *item = &learn->items[at];
    const char *name = item->curve_name;
    enum model_division division = 0;
    enum model_domain domain = 0;
    if (item->curve.n == 0 || learn_curve_divided(learn, at, &division, &domain) == SIZE_MAX)
        return memory_printf("(curve(%s, (rank + 1)/p) - curve(%s, rank/p))", name, name);
    char *all = model_domain_text(domain), *text;
    if (division == MODEL_DIVISION_CYCLIC) {
        char *rows = model_division_rows_text(division, domain);
        text = memory_printf("sum(i, 0, %s - 1, curve(%s, (rank + i*p + 1)/%s) - "
                             "curve(%s, (rank + i*p)/%s))",
                             rows, name, all, name, all);
        free(rows);
    } else {
        char *first = model_division_first_text(division, domain);
        char *end = model_division_end_text(division, domain);
        text = memory_printf("(curve(%s, %s/%s) - curve(%s, %s/%s))", name, end, all, name, first,
                             all);
        free(first);
        free(end);
    }
    free(all);
    return text;
}
