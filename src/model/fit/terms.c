/* terms.c: see terms.h */
#include "model/fit/terms.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Factors of n. */
enum scale { ONE, N, N2, N3, N4, LOG_UP, LOG_DOWN, N_LOG_UP, N_LOG_DOWN, TWO_TO_N, TWO_LOG };

/* Factors of p and rank. */
enum extent {
    WHOLE,
    P,
    P2,
    LOG_P,
    RANK,
    FIRST,
    LAST,
    UP,
    DOWN,
    REST,
    ROWS,
    ROWS_1,
    ROWS_2,
    ROWS_SQUARED,
    ROWS_RANK
};

struct term {
    uint8_t scale, extent, oddness;
};

static const struct term size_terms[] = {
    {ONE, WHOLE, 0},      {N, WHOLE, 1},        {N2, WHOLE, 2},       {N3, WHOLE, 3},
    {LOG_UP, WHOLE, 4},   {LOG_DOWN, WHOLE, 5}, {N_LOG_UP, WHOLE, 4}, {N_LOG_DOWN, WHOLE, 5},
    {TWO_TO_N, WHOLE, 6}, {TWO_LOG, WHOLE, 8},  {N4, WHOLE, 5},
};
static const struct term whole_terms[] = {
    {ONE, WHOLE, 0}, {N, WHOLE, 1}, {N2, WHOLE, 2}, {N3, WHOLE, 3}, {LOG_UP, WHOLE, 6},
    {ONE, P, 1},     {N, P, 3},     {N2, P, 4},     {ONE, P2, 2},   {N, P2, 4},
    {ONE, LOG_P, 3}, {N, LOG_P, 5}, {ONE, UP, 2},   {N, UP, 3},     {N2, UP, 4},
    {ONE, DOWN, 3},  {N, DOWN, 4},  {N2, DOWN, 5},  {ONE, REST, 5}, {N, REST, 6},
};
static const struct term ends_terms[] = {
    {ONE, WHOLE, 0}, {N, WHOLE, 1},   {N2, WHOLE, 2}, {ONE, P, 2},    {N, P, 3},    {N2, P, 4},
    {ONE, P2, 4},    {ONE, LOG_P, 4}, {N, LOG_P, 5},  {ONE, RANK, 4}, {N, RANK, 5}, {ONE, FIRST, 2},
    {N, FIRST, 3},   {N2, FIRST, 3},  {N3, FIRST, 5}, {ONE, LAST, 3}, {N, LAST, 3}, {N2, LAST, 4},
};
static const struct term divided_terms[] = {
    {ONE, WHOLE, 0},        {N, WHOLE, 3},       {ONE, P, 4},    {ONE, FIRST, 4},  {N, FIRST, 5},
    {ONE, LAST, 4},         {N, LAST, 5},        {ONE, ROWS, 1}, {N, ROWS, 2},     {N2, ROWS, 3},
    {LOG_UP, ROWS, 5},      {ONE, ROWS_1, 4},    {N, ROWS_1, 5}, {ONE, ROWS_2, 6}, {N2, FIRST, 5},
    {ONE, ROWS_SQUARED, 5}, {ONE, ROWS_RANK, 4},
};

static const struct {
    const struct term *terms;
    unsigned count, most;
} families[] = {
    {size_terms, sizeof size_terms / sizeof *size_terms, 4},
    {whole_terms, sizeof whole_terms / sizeof *whole_terms, 3},
    {ends_terms, sizeof ends_terms / sizeof *ends_terms, 4},
    {divided_terms, sizeof divided_terms / sizeof *divided_terms, 3},
};

static unsigned table_of(unsigned family)
{
    assert(family < FIT_FAMILIES);
    return family < FIT_DIVIDED ? family : FIT_DIVIDED;
}

unsigned fit_family_size(unsigned family)
{
    return families[table_of(family)].count;
}

unsigned fit_family_most(unsigned family)
{
    return families[table_of(family)].most;
}

uint16_t fit_term(unsigned family, unsigned index)
{
    assert(index < fit_family_size(family) && index < FIT_MOST_IN_FAMILY);
    return (uint16_t)(family * FIT_MOST_IN_FAMILY + index);
}

static struct term term_of(uint16_t number)
{
    return families[table_of(number / FIT_MOST_IN_FAMILY)].terms[number % FIT_MOST_IN_FAMILY];
}

/* The division of a term, for families that have one. Domains other than n are odder, and so are
 * divisions other than the first. */
static enum model_division division_of(uint16_t number)
{
    unsigned family = number / FIT_MOST_IN_FAMILY;
    return family < FIT_DIVIDED ? 0 : (family - FIT_DIVIDED) % MODEL_DIVISIONS;
}

static enum model_domain domain_of(uint16_t number)
{
    unsigned family = number / FIT_MOST_IN_FAMILY;
    return family < FIT_DIVIDED ? 0 : (family - FIT_DIVIDED) / MODEL_DIVISIONS;
}

bool fit_term_division(uint16_t number, enum model_division *division, enum model_domain *domain)
{
    *division = division_of(number);
    *domain = domain_of(number);
    return term_of(number).extent == ROWS && term_of(number).scale == ONE;
}

bool fit_term_is_flag(uint16_t number)
{
    const struct term term = term_of(number);
    return term.scale == ONE &&
           (term.extent == WHOLE || term.extent == FIRST || term.extent == LAST);
}

unsigned fit_term_oddness(uint16_t number)
{
    const struct term term = term_of(number);
    if (term.extent < ROWS)
        return term.oddness;
    return term.oddness + (domain_of(number) ? 3 + (unsigned)domain_of(number) : 0) +
           (division_of(number) == MODEL_DIVISION_CYCLIC);
}

static int64_t log_down(int64_t n)
{
    return n < 1 ? 0 : 63 - __builtin_clzll((unsigned long long)n);
}

static int64_t log_up(int64_t n)
{
    return n < 2 ? 0 : log_down(n - 1) + 1;
}

static model_wide scale_value(enum scale scale, int64_t n)
{
    switch (scale) {
    case N:
        return n;
    case N2:
        return (model_wide)n * n;
    case N3:
        return (model_wide)n * n * n;
    case N4:
        return (model_wide)n * n * n * n;
    case LOG_UP:
        return log_up(n);
    case LOG_DOWN:
        return log_down(n);
    case N_LOG_UP:
        return (model_wide)n * log_up(n);
    case N_LOG_DOWN:
        return (model_wide)n * log_down(n);
    case TWO_TO_N:
        return n > 52 ? -1 : (model_wide)1 << n;
    case TWO_LOG:
        return (model_wide)1 << log_up(n);
    default:
        return 1;
    }
}

static model_wide extent_value(uint16_t number, enum extent extent, int64_t n, int64_t p,
                               int64_t rank)
{
    const enum model_division division = division_of(number);
    const int64_t rows = model_domain_rows(domain_of(number), n);
    switch (extent) {
    case P:
        return p;
    case P2:
        return (model_wide)p * p;
    case LOG_P:
        return log_up(p);
    case RANK:
        return rank;
    case FIRST:
        return rank == 0;
    case LAST:
        return rank == p - 1;
    case UP:
        return (n + p - 1) / p;
    case DOWN:
        return n / p;
    case REST:
        return n % p;
    case ROWS:
        return model_division_rows(division, rows, p, rank);
    case ROWS_1:
        return model_division_sum(division, rows, p, rank, 1);
    case ROWS_2:
        return model_division_sum(division, rows, p, rank, 2);
    case ROWS_SQUARED:
        return (model_wide)model_division_rows(division, rows, p, rank) *
               model_division_rows(division, rows, p, rank);
    case ROWS_RANK:
        return (model_wide)model_division_rows(division, rows, p, rank) * rank;
    default:
        return 1;
    }
}

bool fit_term_value(uint16_t number, int64_t n, int64_t p, int64_t rank, int64_t *value)
{
    enum { MOST_N = 2000000000 }; /* n**4 would not fit beyond */
    if (n < 0 || n > MOST_N || p < 1 || p > MOST_N || rank < 0 || rank > p)
        return false;
    const struct term term = term_of(number);
    const model_wide scale = scale_value(term.scale, n);
    const model_wide limit = (model_wide)1 << 53;
    if (scale < 0 || scale > limit)
        return false;
    const model_wide extent = extent_value(number, term.extent, n, p, rank);
    if (extent < 0 || extent > limit || scale * extent > limit)
        return false;
    *value = (int64_t)(scale * extent);
    return true;
}

/* Writes the number of a rank's rows, and what it is multiplied with. */
static char *rows_text(uint16_t number, const char *times)
{
    char *rows = model_division_rows_text(division_of(number), domain_of(number));
    char *text = memory_printf("%s%s", rows, times);
    free(rows);
    return text;
}

static char *extent_text(uint16_t number, enum extent extent)
{
    static const char *const texts[ROWS] = {
        [P] = "p",
        [P2] = "p**2",
        [LOG_P] = "ceil(log2(p))",
        [RANK] = "rank",
        [FIRST] = "max(0, 1 - rank)",
        [LAST] = "max(0, rank - p + 2)",
        [UP] = "ceil(n/p)",
        [DOWN] = "floor(n/p)",
        [REST] = "(n%p)",
    };
    switch (extent) {
    case ROWS:
        return rows_text(number, "");
    case ROWS_SQUARED:
        return rows_text(number, "**2");
    case ROWS_RANK:
        return rows_text(number, "*rank");
    case ROWS_1:
        return model_division_sum_text(division_of(number), domain_of(number), 1);
    case ROWS_2:
        return model_division_sum_text(division_of(number), domain_of(number), 2);
    default:
        return memory_string(texts[extent]);
    }
}

char *fit_term_text(uint16_t number)
{
    static const char *const scales[] = {
        [ONE] = "1",
        [N] = "n",
        [N2] = "n**2",
        [N3] = "n**3",
        [N4] = "n**4",
        [LOG_UP] = "ceil(log2(n))",
        [LOG_DOWN] = "floor(log2(n))",
        [N_LOG_UP] = "n*ceil(log2(n))",
        [N_LOG_DOWN] = "n*floor(log2(n))",
        [TWO_TO_N] = "2**n",
        [TWO_LOG] = "2**ceil(log2(n))",
    };
    const struct term term = term_of(number);
    if (term.extent == WHOLE)
        return memory_string(scales[term.scale]);
    char *extent = extent_text(number, term.extent);
    if (term.scale == ONE)
        return extent;
    char *text = memory_printf("%s*%s", scales[term.scale], extent);
    free(extent);
    return text;
}
