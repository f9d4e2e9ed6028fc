/* sum.h: one aggregate, computed for each of many groups. */
#ifndef QUERY_EXEC_STEP_SUM_H
#define QUERY_EXEC_STEP_SUM_H

#include "query/exec/kernel.h"
#include "query/exec/plan.h"
#include "query/exec/step/double_double.h"
#include "query/exec/step/histogram.h"
#include "query/exec/vector.h"

/* The state of an aggregate: a cell per group. */
struct sum {
    const struct query_stage_sum *of;
    enum query_type type; /* of the values */
    struct sum_cell {
        uint64_t count;
        union {
            __int128 whole;
            int64_t end; /* smallest or largest */
            double real_end;
            struct twofold real;
        };
    } * cells;
    struct deviation *deviations; /* instead of cells, for stddev */
    size_t room;
    struct tally tally; /* for a percentile */
};

void sum_make(struct sum *sum, const struct query_stage_sum *of, enum query_type type);
void sum_free(struct sum *sum);

/* Adds the values of `count` rows. Row i belongs to group numbers[i] (NULL: group 0), below
 * `groups`. */
void sum_add(struct sum *sum, const struct query_vector *values, const size_t *numbers,
             size_t count, size_t groups);

/* Adds sums of whole numbers: cells[i] belongs to group numbers[i], and is skipped if it has no
 * values. */
void sum_add_cells(struct sum *sum, const struct kernel_cell *cells, const size_t *numbers,
                   size_t count, size_t groups);

/* Adds the state of another sum of the same kind, whose group i is group numbers[i] here. */
void sum_merge(struct sum *sum, const struct sum *other, const size_t *numbers, size_t count,
               size_t groups);

uint64_t sum_bytes(const struct sum *sum);

/* Returns one value per group; the caller frees the vector. */
struct query_vector sum_result(struct sum *sum, size_t groups);

#endif
