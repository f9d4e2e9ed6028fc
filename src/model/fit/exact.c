/* exact.c: finds integers as a sum of few terms with rational factors.
 *
 * All choices of 1, 2, 3, 4 terms of a family are tried. Gauss's elimination over all points gives
 * the factors of a choice and, in the rows that were not needed, whether the other points agree.
 * What agrees as doubles is checked again as integers. */
#include "model/fit/fit.h"
#include "model/fit/fixed.h"
#include "model/fit/terms.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = MODEL_FIT_MOST_TERMS };

/* A family's terms at all points. */
struct table {
    const struct model_fit_point *points;
    size_t count;
    unsigned family, terms;
    bool usable[FIT_MOST_IN_FAMILY];
    int64_t *values; /* by term, then by point */
};

/* The best formula so far. */
struct best {
    unsigned terms, oddness;
    struct model_fit *fit;
};

static int64_t *row_of(const struct table *table, unsigned index)
{
    return table->values + index * table->count;
}

static void fill(struct table *table)
{
    for (unsigned i = 0; i < table->terms; i++) {
        bool usable = true, zero = true;
        for (size_t at = 0; at < table->count && usable; at++) {
            const struct model_fit_point *point = &table->points[at];
            int64_t *value = &row_of(table, i)[at];
            usable =
                fit_term_value(fit_term(table->family, i), point->n, point->p, point->rank, value);
            zero = zero && usable && *value == 0;
        }
        table->usable[i] = usable && !zero;
    }
}

/* Eliminates column `step` of a matrix with `wide` columns, below its pivot row. False if the
 * column depends on those before it. */
static bool eliminate(double *matrix, size_t count, unsigned wide, unsigned step)
{
    size_t pivot = step;
    for (size_t at = step; at < count; at++)
        if (fabs(matrix[at * wide + step]) > fabs(matrix[pivot * wide + step]))
            pivot = at;
    if (fabs(matrix[pivot * wide + step]) < 1e-9)
        return false;
    for (unsigned c = 0; c < wide; c++) {
        double kept = matrix[step * wide + c];
        matrix[step * wide + c] = matrix[pivot * wide + c];
        matrix[pivot * wide + c] = kept;
    }
    for (size_t at = step + 1; at < count; at++) {
        double times = matrix[at * wide + step] / matrix[step * wide + step];
        if (times == 0)
            continue;
        for (unsigned c = step; c < wide; c++)
            matrix[at * wide + c] -= times * matrix[step * wide + c];
    }
    return true;
}

/* Solves for the factors of the chosen terms. False if they are not determined, or if points
 * disagree by more than rounding. Columns are scaled to at most 1. */
static bool solve(const struct table *table, const unsigned *chosen, unsigned terms,
                  double *factors)
{
    const unsigned wide = terms + 1;
    double matrix[table->count * wide], scales[MOST + 1];
    for (unsigned c = 0; c < wide; c++) {
        scales[c] = 0;
        for (size_t at = 0; at < table->count; at++) {
            double value =
                c < terms ? (double)row_of(table, chosen[c])[at] : table->points[at].value;
            matrix[at * wide + c] = value;
            scales[c] = fmax(scales[c], fabs(value));
        }
        for (size_t at = 0; at < table->count && scales[c] > 0; at++)
            matrix[at * wide + c] /= scales[c];
    }
    for (unsigned step = 0; step < terms; step++)
        if (!eliminate(matrix, table->count, wide, step))
            return false;
    for (size_t at = terms; at < table->count; at++)
        if (fabs(matrix[at * wide + terms]) > 1e-9)
            return false;
    for (unsigned step = terms; step-- > 0;) {
        double value = matrix[step * wide + terms];
        for (unsigned c = step + 1; c < terms; c++)
            value -= matrix[step * wide + c] * factors[c];
        factors[step] = value / matrix[step * wide + step];
    }
    for (unsigned step = 0; step < terms; step++)
        factors[step] *= scales[terms] / scales[step];
    return true;
}

/* Compares the formula with all points, as integers. */
static bool agrees(const struct table *table, const unsigned *chosen, unsigned terms,
                   const int64_t *multiples, int64_t divisor)
{
    for (size_t at = 0; at < table->count; at++) {
        model_wide sum = 0;
        for (unsigned i = 0; i < terms; i++)
            sum += (model_wide)multiples[i] * row_of(table, chosen[i])[at];
        if (sum != (model_wide)table->points[at].value * divisor)
            return false;
    }
    return true;
}

/* Finds the smallest common divisor that makes all factors integers. */
static bool rational(const struct table *table, const unsigned *chosen, unsigned terms,
                     const double *factors, int64_t *multiples, int64_t *divisor)
{
    static const int divisors[] = {1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64};
    for (size_t d = 0; d < sizeof divisors / sizeof *divisors; d++) {
        bool whole = true;
        for (unsigned i = 0; i < terms && whole; i++) {
            double multiple = factors[i] * divisors[d];
            multiples[i] = fabs(multiple) < 1e15 ? llround(multiple) : 0;
            whole = multiples[i] &&
                    fabs(multiple - (double)multiples[i]) < 1e-4 + 1e-9 * fabs(multiple);
        }
        *divisor = divisors[d];
        if (whole && agrees(table, chosen, terms, multiples, *divisor))
            return true;
    }
    return false;
}

/* True if the chosen terms say no more than that a rank is the first, the last, or any other. */
static bool are_flags(const struct table *table, const unsigned *chosen, unsigned terms)
{
    for (unsigned i = 0; i < terms; i++)
        if (!fit_term_is_flag(fit_term(table->family, chosen[i])))
            return false;
    return true;
}

/* Counts the points that differ in the chosen terms, up to `enough`. Constants, also those of the
 * first or last rank, are confirmed by other runs: by points that differ in n or p. */
static size_t different(const struct table *table, const unsigned *chosen, unsigned terms,
                        size_t enough)
{
    const bool flags = are_flags(table, chosen, terms);
    size_t found = 0;
    for (size_t at = 0; at < table->count && found < enough; at++) {
        bool seen = false;
        for (size_t old = 0; old < at && !seen; old++) {
            bool same = !flags || (table->points[at].n == table->points[old].n &&
                                   table->points[at].p == table->points[old].p);
            for (unsigned i = 0; i < terms && same; i++)
                same = row_of(table, chosen[i])[at] == row_of(table, chosen[i])[old];
            seen = same;
        }
        found += !seen;
    }
    return found;
}

static void try_choice(const struct table *table, const unsigned *chosen, unsigned terms,
                       struct best *best)
{
    unsigned oddness = 0;
    for (unsigned i = 0; i < terms; i++)
        oddness += fit_term_oddness(fit_term(table->family, chosen[i]));
    if (best->terms < terms || (best->terms == terms && best->oddness <= oddness))
        return;
    double factors[MOST];
    int64_t multiples[MOST], divisor;
    if (!solve(table, chosen, terms, factors) ||
        !rational(table, chosen, terms, factors, multiples, &divisor) ||
        different(table, chosen, terms, terms + 1) <= terms)
        return;
    best->terms = terms;
    best->oddness = oddness;
    struct model_fit *fit = best->fit;
    fit->kind = MODEL_FIT_EXACT;
    fit->unknowns = terms;
    fit->points = different(table, chosen, terms, SIZE_MAX);
    fit->divisor = divisor;
    for (unsigned i = 0; i < terms; i++) {
        fit->terms[i] = fit_term(table->family, chosen[i]);
        fit->multiples[i] = multiples[i];
    }
}

/* Tries all choices of `terms` terms, in order. */
static void try_choices(const struct table *table, unsigned terms, struct best *best)
{
    unsigned chosen[MOST];
    for (unsigned i = 0; i < terms; i++)
        chosen[i] = i;
    for (;;) {
        bool usable = true;
        for (unsigned i = 0; i < terms; i++)
            usable = usable && table->usable[chosen[i]];
        if (usable)
            try_choice(table, chosen, terms, best);
        unsigned last = terms;
        while (last > 0 && chosen[last - 1] == table->terms - terms + last - 1)
            last--;
        if (last == 0)
            return;
        chosen[last - 1]++;
        for (unsigned i = last; i < terms; i++)
            chosen[i] = chosen[i - 1] + 1;
    }
}

/* Writes the sum, positive terms first. */
static char *text_of(const struct model_fit *fit)
{
    struct buffer buffer = {0};
    bool several = fit->unknowns > 1 && fit->divisor > 1;
    buffer_add(&buffer, several ? "(" : "");
    bool any = false;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (size_t i = 0; i < fit->unknowns; i++) {
            int64_t multiple = fit->multiples[i] * sign;
            if (multiple <= 0)
                continue;
            char *term = fit_term_text(fit->terms[i]);
            buffer_add(&buffer, sign < 0 ? (any ? " - " : "-") : any ? " + " : "");
            if (strcmp(term, "1") == 0)
                buffer_printf(&buffer, "%lld", (long long)multiple);
            else if (multiple == 1)
                buffer_add(&buffer, term);
            else
                buffer_printf(&buffer, "%lld*%s", (long long)multiple, term);
            any = true;
            free(term);
        }
    buffer_add(&buffer, several ? ")" : "");
    if (fit->divisor > 1)
        buffer_printf(&buffer, "/%lld", (long long)fit->divisor);
    return buffer_take(&buffer);
}

/* True if all values are integers, and all of them 0 in *zero. */
static bool are_integers(const struct model_fit_point *points, size_t count, bool *zero)
{
    *zero = true;
    for (size_t at = 0; at < count; at++) {
        if (!(fabs(points[at].value) < 9e15) || points[at].value != floor(points[at].value))
            return false;
        *zero = *zero && points[at].value == 0;
    }
    return true;
}

/* True if there is more than one run: the ranks of a single one say nothing about others. */
static bool are_several_runs(const struct model_fit_point *points, size_t count)
{
    for (size_t at = 1; at < count; at++)
        if (points[at].n != points[0].n || points[at].p != points[0].p)
            return true;
    return false;
}

/* Runs of one rank say nothing about divisions. */
static unsigned families_for(const struct model_fit_point *points, size_t count)
{
    for (size_t at = 0; at < count; at++)
        if (points[at].p != 1)
            return FIT_FAMILIES;
    return FIT_SIZE + 1;
}

bool model_fit_exact(const struct model_fit_point *points, size_t count, struct model_fit *fit)
{
    memset(fit, 0, sizeof *fit);
    fit->ahead = -1;
    bool zero;
    if (!are_several_runs(points, count) || !are_integers(points, count, &zero))
        return false;
    struct best best = {.terms = MOST + 1, .fit = fit};
    if (zero) {
        fit->kind = MODEL_FIT_EXACT;
        fit->points = count;
        fit->divisor = 1;
        fit->text = memory_string("0");
        return true;
    }
    struct table table = {.points = points, .count = count};
    table.values = memory_zeroed(FIT_MOST_IN_FAMILY * count, sizeof *table.values);
    for (table.family = 0; table.family < families_for(points, count); table.family++) {
        if (table.family > FIT_SIZE && fit->kind == MODEL_FIT_EXACT &&
            fit->terms[0] / FIT_MOST_IN_FAMILY == FIT_SIZE)
            break; /* n alone is enough */
        table.terms = fit_family_size(table.family);
        fill(&table);
        for (unsigned terms = 1; terms <= fit_family_most(table.family) && terms < count; terms++)
            if (terms <= best.terms)
                try_choices(&table, terms, &best);
    }
    free(table.values);
    if (best.terms <= MOST)
        fit->text = text_of(fit);
    else if (fit_fixed_find(points, count, fit))
        fit->text = fit_fixed_text(fit);
    return fit->kind == MODEL_FIT_EXACT;
}
