/* division.c: see division.h */
#include "model/fit/division.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

int64_t model_domain_rows(enum model_domain domain, int64_t n)
{
    switch (domain) {
    case MODEL_DOMAIN_LESS_1:
        return n - 1;
    case MODEL_DOMAIN_LESS_2:
        return n - 2;
    case MODEL_DOMAIN_MORE_1:
        return n + 1;
    case MODEL_DOMAIN_MORE_2:
        return n + 2;
    case MODEL_DOMAIN_SQUARE:
        return n * n;
    default:
        return n;
    }
}

int64_t model_division_first(enum model_division division, int64_t rows, int64_t p, int64_t rank)
{
    assert(p > 0 && division != MODEL_DIVISION_CYCLIC);
    if (rows <= 0)
        return 0;
    switch (division) {
    case MODEL_DIVISION_SCALED:
        return (int64_t)((model_wide)rows * rank / p);
    case MODEL_DIVISION_CEILING:
        return least(rows, rank * ((rows + p - 1) / p));
    default:
        return rank * (rows / p) + least(rank, rows % p);
    }
}

int64_t model_division_rows(enum model_division division, int64_t rows, int64_t p, int64_t rank)
{
    if (rows <= 0)
        return 0;
    if (division == MODEL_DIVISION_CYCLIC)
        return (rows - rank + p - 1) / p;
    return model_division_first(division, rows, p, rank + 1) -
           model_division_first(division, rows, p, rank);
}

/* Returns the sum of i**power for i from 0 to last - 1. */
static model_wide sum_below(model_wide last, int power)
{
    return power == 1 ? last * (last - 1) / 2 : (last - 1) * last * (2 * last - 1) / 6;
}

model_wide model_division_sum(enum model_division division, int64_t rows, int64_t p, int64_t rank,
                              int power)
{
    assert(power == 1 || power == 2);
    if (division != MODEL_DIVISION_CYCLIC)
        return sum_below(model_division_first(division, rows, p, rank + 1), power) -
               sum_below(model_division_first(division, rows, p, rank), power);
    const model_wide mine = model_division_rows(division, rows, p, rank), r = rank;
    if (power == 1)
        return mine * r + p * sum_below(mine, 1);
    return mine * r * r + 2 * r * p * sum_below(mine, 1) + (model_wide)p * p * sum_below(mine, 2);
}

char *model_domain_text(enum model_domain domain)
{
    static const char *const texts[MODEL_DOMAINS] = {"n",       "(n - 1)", "(n - 2)",
                                                     "(n + 1)", "(n + 2)", "n**2"};
    return memory_string(texts[domain]);
}

/* Writes the first row of a rank, given as a text: "rank" or "(rank + 1)". */
static char *before(enum model_division division, enum model_domain domain, const char *rank)
{
    char *m = model_domain_text(domain), *text;
    switch (division) {
    case MODEL_DIVISION_SCALED:
        text = memory_printf("floor(%s*%s/p)", m, rank);
        break;
    case MODEL_DIVISION_CEILING:
        text = memory_printf("min(%s, %s*ceil(%s/p))", m, rank, m);
        break;
    default:
        text = memory_printf("(%s*floor(%s/p) + min(%s, %s%%p))", rank, m, rank, m);
    }
    free(m);
    return text;
}

char *model_division_first_text(enum model_division division, enum model_domain domain)
{
    assert(division != MODEL_DIVISION_CYCLIC);
    return before(division, domain, "rank");
}

char *model_division_end_text(enum model_division division, enum model_domain domain)
{
    assert(division != MODEL_DIVISION_CYCLIC);
    return before(division, domain, "(rank + 1)");
}

char *model_division_rows_text(enum model_division division, enum model_domain domain)
{
    if (division == MODEL_DIVISION_REMAINDER || division == MODEL_DIVISION_CYCLIC) {
        char *m = model_domain_text(domain), *text = memory_printf("ceil((%s - rank)/p)", m);
        free(m);
        return text;
    }
    char *first = model_division_first_text(division, domain);
    char *end = model_division_end_text(division, domain);
    char *text = memory_printf("(%s - %s)", end, first);
    free(first);
    free(end);
    return text;
}

char *model_division_sum_text(enum model_division division, enum model_domain domain, int power)
{
    const char *to = power == 1 ? "" : "**2";
    if (division == MODEL_DIVISION_CYCLIC) {
        char *rows = model_division_rows_text(division, domain);
        char *text = memory_printf("sum(i, 0, %s - 1, (rank + i*p)%s)", rows, to);
        free(rows);
        return text;
    }
    char *first = model_division_first_text(division, domain);
    char *end = model_division_end_text(division, domain);
    char *text = memory_printf("sum(i, %s, %s - 1, i%s)", first, end, to);
    free(first);
    free(end);
    return text;
}
