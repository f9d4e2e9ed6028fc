/* kernel.h: operations on whole vectors, each one loop that the compiler can vectorise. */
#ifndef QUERY_EXEC_KERNEL_H
#define QUERY_EXEC_KERNEL_H

#include "query/exec/vector.h"
#include "query/parse/expression.h"

/* Computes the first `count` values of `out` from those of the parts. Handles all operations except
 * constants, fields, rows, IN and the operations on text. */
void kernel_run(enum query_expression_op op, const struct query_vector *const *parts, size_t count,
                struct query_vector *out);

/* Compares two reals: less than, equal to or greater than 0. A total order, NaN last. */
int kernel_order(double a, double b);

/* mask[i] &= table[codes[i]], with 256 entries in the table for codes of one byte. */
void kernel_lookup(const uint8_t *table, const uint8_t *codes, size_t count, uint8_t *mask);
void kernel_lookup_wide(const uint8_t *table, const uint16_t *codes, size_t count, uint8_t *mask);

/* Does the same as kernel_lookup_wide, with a bit set in place of the table: codes are below
 * `most`, which is at most KERNEL_BITS. */
enum { KERNEL_BITS = 2048 };
void kernel_lookup_bits(const uint8_t bits[KERNEL_BITS / 8], size_t most, const uint16_t *codes,
                        size_t count, uint8_t *mask);
size_t kernel_count_bits(const uint8_t bits[KERNEL_BITS / 8], size_t most, const uint16_t *codes,
                         size_t count); /* returns the number of true codes */

/* mask[i] &= low <= values[first + i] <= high, or its negation if `outside` is set. Values have
 * `width` bytes; low and high fit in them. */
void kernel_between(const void *values, uint32_t width, size_t first, uint64_t low, uint64_t high,
                    bool outside, size_t count, uint8_t *mask);

/* Adds each value (base + an element of `width` bytes) to the cell of its code, for the rows at
 * `selected`, or for `count` rows from `first` on. */
struct kernel_cell {
    uint64_t count, sum;
};
struct kernel_rows {
    const uint8_t *codes;
    const uint16_t *wide_codes;
    const void *values; /* NULL: rows are only counted */
    uint32_t width;
    uint64_t base;
    size_t first, count;
    const uint16_t *selected; /* relative to `first`; or NULL */
};
void kernel_sum_by_code(const struct kernel_rows *rows, struct kernel_cell *cells);

/* Returns how many bytes of the mask are set; kernel_select also lists their positions. */
size_t kernel_count(const uint8_t *mask, size_t count);
size_t kernel_select(const uint8_t *mask, size_t count, uint16_t *selected);

#endif
