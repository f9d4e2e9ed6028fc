/* close.c: finds the growth law that is closest to the points.
 *
 * A law is linear in its factors, either for the value (a*n**2 + b, weighted so that relative
 * errors count) or for its logarithm (a * b**n * n**(c*n)). Every law is fitted to all points but
 * those of the largest n, and judged by how well it predicts these: what is learned is to be
 * extrapolated. Then it is fitted to all. */
#include "model/fit/close.h"
#include "model/fit/fit.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST = 3,
    RECENT = 3, /* sizes that a recent law is fitted to */
};

/* The functions that laws are made of. */
enum part {
    NO_PART,
    ONE,
    N,
    N2,
    N3,
    N_HALF,
    N_LOG,
    LOG,
    LOG_OF_N,
    N_LN_N,
    PER_P,
    N_PER_P,
    N2_PER_P,
    N3_PER_P,
    P,
    LOG_P,
    N_LOG_PER_P,
};

struct law {
    bool logarithm; /* of the value */
    bool needs_p;   /* makes sense only if p differs */
    bool recent;    /* fitted to the largest sizes alone: growth that is not yet regular */
    enum part parts[MOST];
};

static const struct law laws[] = {
    {false, false, false, {ONE}},
    {false, false, false, {N}},
    {false, false, false, {N2}},
    {false, false, false, {N3}},
    {false, false, false, {N_LOG}},
    {false, false, false, {N, ONE}},
    {false, false, false, {N2, ONE}},
    {false, false, false, {N2, N}},
    {false, false, false, {N3, N2}},
    {false, false, false, {N3, N}},
    {false, false, false, {N_LOG, N}},
    {false, false, false, {N_HALF, ONE}},
    {false, false, false, {LOG, ONE}},
    {true, false, false, {ONE, LOG_OF_N}},
    {true, false, false, {ONE, N}},
    {true, false, false, {ONE, N, N_LN_N}},
    {true, false, true, {ONE, N}},
    {true, false, true, {ONE, LOG_OF_N}},
    {false, true, false, {PER_P}},
    {false, true, false, {N_PER_P}},
    {false, true, false, {N2_PER_P}},
    {false, true, false, {N3_PER_P}},
    {false, true, false, {N_LOG_PER_P}},
    {false, true, false, {N_PER_P, ONE}},
    {false, true, false, {N2_PER_P, ONE}},
    {false, true, false, {N2_PER_P, N}},
    {false, true, false, {N2_PER_P, N_PER_P}},
    {false, true, false, {N3_PER_P, N2_PER_P}},
    {false, true, false, {N2_PER_P, N2}},
    {false, true, false, {N_PER_P, N}},
    {false, true, false, {P, ONE}},
    {false, true, false, {LOG_P, ONE}},
    {false, true, false, {N, P}},
};
enum { LAWS = sizeof laws / sizeof *laws };

static double part_value(enum part part, double n, double p)
{
    switch (part) {
    case N:
        return n;
    case N2:
        return n * n;
    case N3:
        return n * n * n;
    case N_HALF:
        return sqrt(n);
    case N_LOG:
        return n * log2(n);
    case LOG:
        return log2(n);
    case LOG_OF_N:
        return log(n);
    case N_LN_N:
        return n * log(n);
    case PER_P:
        return 1 / p;
    case N_PER_P:
        return n / p;
    case N2_PER_P:
        return n * n / p;
    case N3_PER_P:
        return n * n * n / p;
    case P:
        return p;
    case LOG_P:
        return log2(p);
    case N_LOG_PER_P:
        return n * log2(n) / p;
    default:
        return 1;
    }
}

static const char *part_text(enum part part)
{
    static const char *const texts[] = {
        [ONE] = "",
        [N] = "*n",
        [N2] = "*n**2",
        [N3] = "*n**3",
        [N_HALF] = "*sqrt(n)",
        [N_LOG] = "*n*log2(n)",
        [LOG] = "*log2(n)",
        [PER_P] = "/p",
        [N_PER_P] = "*n/p",
        [N2_PER_P] = "*n**2/p",
        [N3_PER_P] = "*n**3/p",
        [P] = "*p",
        [LOG_P] = "*log2(p)",
        [N_LOG_PER_P] = "*n*log2(n)/p",
    };
    return texts[part];
}

static unsigned parts_of(const struct law *law)
{
    unsigned parts = 0;
    while (parts < MOST && law->parts[parts] != NO_PART)
        parts++;
    return parts;
}

double fit_law_value(uint16_t number, const double *factors, int64_t n, int64_t p)
{
    const struct law *law = &laws[number];
    double sum = 0;
    for (unsigned i = 0; i < parts_of(law); i++)
        sum += factors[i] * part_value(law->parts[i], (double)n, (double)p);
    return law->logarithm ? exp(sum) : sum;
}

/* Solves a small symmetric system in place: right[] becomes the solution. */
static bool solve(double matrix[MOST][MOST], double *right, unsigned size)
{
    for (unsigned step = 0; step < size; step++) {
        unsigned pivot = step;
        for (unsigned row = step; row < size; row++)
            if (fabs(matrix[row][step]) > fabs(matrix[pivot][step]))
                pivot = row;
        if (fabs(matrix[pivot][step]) < 1e-300)
            return false;
        for (unsigned c = 0; c < size; c++) {
            double kept = matrix[step][c];
            matrix[step][c] = matrix[pivot][c];
            matrix[pivot][c] = kept;
        }
        double kept = right[step];
        right[step] = right[pivot];
        right[pivot] = kept;
        for (unsigned row = 0; row < size; row++) {
            if (row == step)
                continue;
            double times = matrix[row][step] / matrix[step][step];
            for (unsigned c = step; c < size; c++)
                matrix[row][c] -= times * matrix[step][c];
            right[row] -= times * right[step];
        }
    }
    for (unsigned step = 0; step < size; step++)
        right[step] /= matrix[step][step];
    return true;
}

/* Returns the smallest n that a law is fitted to: the RECENT-th largest below a limit, or 0. */
static int64_t recent_from(const struct law *law, const struct model_fit_point *points,
                           size_t count, int64_t below)
{
    int64_t from = below;
    for (int size = 0; size < RECENT && law->recent; size++) {
        int64_t next = 0;
        for (size_t at = 0; at < count; at++)
            if (points[at].n < from && points[at].n > next)
                next = points[at].n;
        from = next;
    }
    return law->recent ? from : 0;
}

/* Fits a law to the points with n below `below`, by least squares of relative errors. The parts are
 * scaled by their values at the largest n. */
static bool fit_below(const struct law *law, const struct model_fit_point *points, size_t count,
                      int64_t below, double *factors)
{
    const int64_t from = recent_from(law, points, count, below);
    const unsigned parts = parts_of(law);
    double matrix[MOST][MOST] = {{0}}, right[MOST] = {0}, scales[MOST] = {0};
    for (size_t at = 0; at < count; at++)
        for (unsigned i = 0; i < parts; i++)
            scales[i] =
                fmax(scales[i],
                     fabs(part_value(law->parts[i], (double)points[at].n, (double)points[at].p)));
    for (size_t at = 0; at < count; at++) {
        const struct model_fit_point *point = &points[at];
        if (point->n >= below || point->n < from)
            continue;
        double values[MOST], weight = law->logarithm ? 1 : 1 / point->value;
        double target = law->logarithm ? log(point->value) : 1;
        for (unsigned i = 0; i < parts; i++)
            values[i] = weight / fmax(scales[i], 1e-300) *
                        part_value(law->parts[i], (double)point->n, (double)point->p);
        for (unsigned i = 0; i < parts; i++) {
            for (unsigned j = 0; j < parts; j++)
                matrix[i][j] += values[i] * values[j];
            right[i] += values[i] * target;
        }
    }
    if (!solve(matrix, right, parts))
        return false;
    for (unsigned i = 0; i < parts; i++) {
        factors[i] = right[i] / fmax(scales[i], 1e-300);
        if (!isfinite(factors[i]) || (!law->logarithm && i == 0 && factors[i] < 0))
            return false;
    }
    return true;
}

/* Returns the largest relative error at the points whose n is at least `from`. */
static double error_from(uint16_t law, const double *factors, const struct model_fit_point *points,
                         size_t count, int64_t from)
{
    double largest = 0;
    for (size_t at = 0; at < count; at++)
        if (points[at].n >= from) {
            double found = fit_law_value(law, factors, points[at].n, points[at].p);
            double error = fabs(found - points[at].value) / points[at].value;
            largest = isfinite(error) ? fmax(largest, error) : INFINITY;
        }
    return largest;
}

/* Counts the different n below a limit and finds the largest n. */
static size_t sizes_below(const struct model_fit_point *points, size_t count, int64_t below)
{
    size_t sizes = 0;
    for (size_t at = 0; at < count; at++) {
        bool seen = points[at].n >= below;
        for (size_t old = 0; old < at && !seen; old++)
            seen = points[old].n == points[at].n;
        sizes += !seen;
    }
    return sizes;
}

static char *text_of(uint16_t number, const double *factors)
{
    const struct law *law = &laws[number];
    struct buffer buffer = {0};
    if (law->logarithm) {
        buffer_printf(&buffer, "%.12g", exp(factors[0]));
        if (law->parts[1] == LOG_OF_N)
            buffer_printf(&buffer, "*n**%.9g", factors[1]);
        else
            buffer_printf(&buffer, "*%.12g**n", exp(factors[1]));
        if (law->parts[2] == N_LN_N)
            buffer_printf(&buffer, "*n**(%.12g*n)", factors[2]);
        return buffer_take(&buffer);
    }
    for (unsigned i = 0; i < parts_of(law); i++)
        buffer_printf(&buffer, "%s%.12g%s",
                      i == 0           ? ""
                      : factors[i] < 0 ? " - "
                                       : " + ",
                      i == 0 ? factors[i] : fabs(factors[i]), part_text(law->parts[i]));
    return buffer_take(&buffer);
}

/* True if the points can be fitted: positive, and with some variety. */
static bool can_fit(const struct model_fit_point *points, size_t count, bool *varies_p,
                    int64_t *largest_n)
{
    *varies_p = false;
    *largest_n = 0;
    for (size_t at = 0; at < count; at++) {
        if (!(points[at].value > 0) || !isfinite(points[at].value))
            return false;
        *varies_p = *varies_p || points[at].p != points[0].p;
        *largest_n = points[at].n > *largest_n ? points[at].n : *largest_n;
    }
    return count >= 2;
}

bool model_fit_close(const struct model_fit_point *points, size_t count, struct model_fit *fit)
{
    memset(fit, 0, sizeof *fit);
    fit->ahead = -1;
    bool varies_p;
    int64_t largest_n;
    if (!can_fit(points, count, &varies_p, &largest_n))
        return false;
    const size_t smaller = sizes_below(points, count, largest_n);
    double best = INFINITY;
    for (unsigned law = 0; law < LAWS; law++) {
        const unsigned parts = parts_of(&laws[law]);
        double factors[MOST], all[MOST], ahead = -1;
        if ((laws[law].needs_p && !varies_p) || parts >= count || parts > smaller + 1 ||
            (laws[law].recent && smaller < RECENT) ||
            !fit_below(&laws[law], points, count, INT64_MAX, all))
            continue;
        const int64_t from = recent_from(&laws[law], points, count, INT64_MAX);
        const double largest = error_from((uint16_t)law, all, points, count, from);
        if (smaller >= (laws[law].needs_p ? 1 : parts) &&
            fit_below(&laws[law], points, count, largest_n, factors))
            ahead = error_from((uint16_t)law, factors, points, count, largest_n);
        /* A law that cannot be judged ahead counts as worse; one more factor must earn its place.
         */
        const double judged = (ahead >= 0 ? ahead + largest : 4 * largest + 0.05) + 0.002 * parts;
        if (judged >= best)
            continue;
        best = judged;
        *fit = (struct model_fit){.kind = MODEL_FIT_CLOSE,
                                  .unknowns = parts,
                                  .points = count,
                                  .largest = largest,
                                  .ahead = ahead,
                                  .law = (uint16_t)law,
                                  .recent = laws[law].recent ? RECENT : 0};
        memcpy(fit->factors, all, sizeof all);
    }
    if (fit->kind == MODEL_FIT_NONE || fit->largest > 0.5) {
        fit->kind = MODEL_FIT_NONE;
        return false;
    }
    fit->text = text_of(fit->law, fit->factors);
    return true;
}
