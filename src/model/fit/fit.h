/* fit.h: finds measured numbers as a formula of n (the size), p (the ranks) and rank.
 *
 *   points (n, p, rank, value) --> model_fit_exact   integers, matched at every point (exact.c)
 *                              --> model_fit_close   else the best of a few growth laws (close.c)
 *
 * An exact formula is a sum of at most four terms of a fixed list (terms.h) with rational factors.
 * It needs fewer factors than there are different points, so that at least one point confirms it.
 * Formulas are texts in the language of model/cost: "floor(n*(rank+1)/p) - floor(n*rank/p)". */
#ifndef MODEL_FIT_FIT_H
#define MODEL_FIT_FIT_H

#include "model/fit/division.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One measured number. Counts are integers below 2**53. */
struct model_fit_point {
    int64_t n, p, rank; /* n and p at least 1, rank from 0 to p - 1 */
    double value;
};

enum model_fit_kind {
    MODEL_FIT_NONE,  /* no formula describes the points */
    MODEL_FIT_EXACT, /* every point is matched */
    MODEL_FIT_CLOSE, /* the best of the known growth laws; `largest` says how good it is */
};

enum { MODEL_FIT_MOST_TERMS = 4 };

struct model_fit {
    enum model_fit_kind kind;
    char *text;      /* the formula; NULL for MODEL_FIT_NONE */
    size_t unknowns; /* numbers that were determined from the points */
    size_t points;   /* points that differ in what the formula depends on */
    size_t recent;   /* only that many of the largest n were used; 0: all */
    double largest;  /* largest relative error at the points that were used; 0 if exact */
    double ahead;    /* relative error at the largest n when fitted to the others; -1: not known */

    /* For model_fit_value(): an exact formula is the sum of factor * term / divisor, a close one
     * factors[0] * n**factors[1] * ... (close.h) */
    uint16_t terms[MODEL_FIT_MOST_TERMS];
    int64_t multiples[MODEL_FIT_MOST_TERMS];
    int64_t divisor;
    double factors[MODEL_FIT_MOST_TERMS];
    uint16_t law;
    int64_t fixed;                /* rows that are divided, if they do not depend on n; 0: others */
    enum model_division division; /* how these are divided */
};

/* Finds an exact formula. False if there is none: fit->kind is then MODEL_FIT_NONE. */
bool model_fit_exact(const struct model_fit_point *points, size_t count, struct model_fit *fit);

/* Finds the growth law that is closest. False if even that is off by more than half. */
bool model_fit_close(const struct model_fit_point *points, size_t count, struct model_fit *fit);

/* Tries the one, then the other. */
void model_fit_find(const struct model_fit_point *points, size_t count, struct model_fit *fit);

/* Returns the value of a formula that was found. */
double model_fit_value(const struct model_fit *fit, int64_t n, int64_t p, int64_t rank);

/* True if an exact formula is a multiple of the number of a rank's rows; tells how rows are
 * divided. */
bool model_fit_division(const struct model_fit *fit, enum model_division *division,
                        enum model_domain *domain);

/* Describes in a few words how well the formula fits: "exact at 21 points". To be freed. */
char *model_fit_words(const struct model_fit *fit);

void model_fit_free(struct model_fit *fit);

#endif
