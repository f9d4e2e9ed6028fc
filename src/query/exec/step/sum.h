/* sum.h: what values add up to, for each of many groups. */
#ifndef QUERY_EXEC_STEP_SUM_H
#define QUERY_EXEC_STEP_SUM_H

#include "query/exec/kernel.h"
#include "query/exec/plan.h"
#include "query/exec/step/double_double.h"
#include "query/exec/step/histogram.h"
#include "query/exec/vector.h"

struct sum {
    const struct stage_sum *of;
    enum type type; /* of the values */
    struct sum_cell {
        uint64_t count;
        union {
            __int128 whole;
            int64_t end; /* smallest or largest */
            double real_end;
            struct twofold real;
        };
    } * cells;
    struct deviation *deviations; /* in their place, where these are asked for */
    size_t room;
    struct tally tally; /* of a percentile */
};

void sum_make(struct sum *sum, const struct stage_sum *of, enum type type);
void sum_free(struct sum *sum);

/* The values of `count` rows, whose groups are `numbers` (NULL: all are of group 0), all of them
 * below `groups`. */
void sum_add(struct sum *sum, const struct vector *values, const size_t *numbers, size_t count,
             size_t groups);

/* The same of whole numbers that were summed up: a cell of `cells` is of group `numbers[i]`, unless
 * it has no values. */
void sum_add_cells(struct sum *sum, const struct kernel_cell *cells, const size_t *numbers,
                   size_t count, size_t groups);

/* Adds what another one of the same kind has found; its group i is `numbers[i]` here. */
void sum_merge(struct sum *sum, const struct sum *other, const size_t *numbers, size_t count,
               size_t groups);

uint64_t sum_bytes(const struct sum *sum);

/* One value for each group; the caller's. */
struct vector sum_result(struct sum *sum, size_t groups);

#endif
