/* division.h: the ways in which programs divide m rows among p ranks. */
#ifndef MODEL_FIT_DIVISION_H
#define MODEL_FIT_DIVISION_H

#include <stddef.h>
#include <stdint.h>

enum model_division {
    MODEL_DIVISION_REMAINDER, /* blocks; the first m % p ranks have one row more */
    MODEL_DIVISION_SCALED,    /* blocks from floor(m*rank/p) to floor(m*(rank+1)/p) */
    MODEL_DIVISION_CEILING,   /* blocks of ceil(m/p) rows, with a short last one */
    MODEL_DIVISION_CYCLIC,    /* rows rank, rank + p, rank + 2 p, ... */
    MODEL_DIVISIONS,
};

/* The rows that are divided: a formula of n. */
enum model_domain {
    MODEL_DOMAIN_N,
    MODEL_DOMAIN_LESS_1,
    MODEL_DOMAIN_LESS_2,
    MODEL_DOMAIN_MORE_1,
    MODEL_DOMAIN_MORE_2,
    MODEL_DOMAIN_SQUARE,
    MODEL_DOMAINS,
};

/* Returns the number of rows that are divided. */
int64_t model_domain_rows(enum model_domain domain, int64_t n);

/* Returns the rows in blocks before `rank`: its first row, or with rank + 1 the row behind its
 * last. For cyclic divisions, the rows themselves are counted so: see model_division_rows(). */
int64_t model_division_first(enum model_division division, int64_t rows, int64_t p, int64_t rank);

/* Returns how many rows a rank has. */
int64_t model_division_rows(enum model_division division, int64_t rows, int64_t p, int64_t rank);

/* Returns the sum of the numbers of a rank's rows to the given power, 1 or 2. */
__extension__ typedef __int128 model_wide;
model_wide model_division_sum(enum model_division division, int64_t rows, int64_t p, int64_t rank,
                              int power);

/* The same as texts of cost expressions. All are to be freed. */
char *model_domain_text(enum model_domain domain);
char *model_division_first_text(enum model_division division, enum model_domain domain);
char *model_division_end_text(enum model_division division, enum model_domain domain);
char *model_division_rows_text(enum model_division division, enum model_domain domain);
char *model_division_sum_text(enum model_division division, enum model_domain domain, int power);

#endif
