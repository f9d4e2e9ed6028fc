/* fixed.c: see fixed.h */
#include "model/fit/fixed.h"
#include "util/memory.h"

#include <math.h>

enum { MOST_TIMES = 4096 }; /* how often rows may be divided: rounds, steps */

double fit_fixed_value(const struct model_fit *fit, int64_t p, int64_t rank)
{
    return (double)fit->multiples[0] *
           (double)model_division_rows(fit->division, fit->fixed, p, rank);
}

/* Finds the value of all runs with one rank, and whether there are runs with more. 0: none. */
static int64_t whole_of(const struct model_fit_point *points, size_t count)
{
    double whole = 0;
    bool divided = false;
    for (size_t at = 0; at < count; at++) {
        divided = divided || points[at].p > 1;
        if (points[at].p != 1)
            continue;
        if (whole != 0 && whole != points[at].value)
            return 0;
        whole = points[at].value;
    }
    return divided && whole >= 1 && whole < 9e15 && whole == floor(whole) ? (int64_t)whole : 0;
}

static bool agrees(const struct model_fit *fit, const struct model_fit_point *points, size_t count)
{
    for (size_t at = 0; at < count; at++)
        if (fit_fixed_value(fit, points[at].p, points[at].rank) != points[at].value)
            return false;
    return true;
}

bool fit_fixed_find(const struct model_fit_point *points, size_t count, struct model_fit *fit)
{
    const int64_t whole = whole_of(points, count);
    for (int64_t times = 1; times <= MOST_TIMES && times <= whole; times++)
        for (int division = 0; division < MODEL_DIVISION_CYCLIC && whole % times == 0; division++) {
            fit->multiples[0] = times;
            fit->fixed = whole / times;
            fit->division = (enum model_division)division;
            if (!agrees(fit, points, count))
                continue;
            fit->kind = MODEL_FIT_EXACT;
            fit->unknowns = 1;
            fit->points = count;
            fit->divisor = 1;
            return true;
        }
    fit->fixed = 0;
    return false;
}

char *fit_fixed_text(const struct model_fit *fit)
{
    const long long m = (long long)fit->fixed, times = (long long)fit->multiples[0];
    switch (fit->division) {
    case MODEL_DIVISION_SCALED:
        return memory_printf("%lld*(floor(%lld*(rank + 1)/p) - floor(%lld*rank/p))", times, m, m);
    case MODEL_DIVISION_CEILING:
        return memory_printf("%lld*(min(%lld, (rank + 1)*ceil(%lld/p)) - min(%lld, "
                             "rank*ceil(%lld/p)))",
                             times, m, m, m, m);
    default:
        return memory_printf("%lld*ceil((%lld - rank)/p)", times, m);
    }
}
