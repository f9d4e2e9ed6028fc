/* kernel.h: what is computed of whole vectors: one loop for each operation. */
#ifndef QUERY_EXEC_KERNEL_H
#define QUERY_EXEC_KERNEL_H

#include "query/exec/vector.h"
#include "query/parse/expression.h"

/* The first `count` values of `out`, of those of the parts; of all operations but constants,
 * fields, rows, IN and those of text. */
void kernel_run(enum expression_op op, const struct vector *const *parts, size_t count,
                struct vector *out);

/* Less than, equal to or greater than 0: an order of all reals, what is no number last. */
int kernel_order(double a, double b);

/* mask[i] &= table[codes[i]]; of codes of one byte, the table has 256. */
void kernel_lookup(const uint8_t *table, const uint8_t *codes, size_t count, uint8_t *mask);
void kernel_lookup_wide(const uint8_t *table, const uint16_t *codes, size_t count, uint8_t *mask);

/* The same of codes below `most`, which is KERNEL_BITS at most: a bit is set for each that is true.
 */
enum { KERNEL_BITS = 2048 };
void kernel_lookup_bits(const uint8_t bits[KERNEL_BITS / 8], size_t most, const uint16_t *codes,
                        size_t count, uint8_t *mask);
size_t kernel_count_bits(const uint8_t bits[KERNEL_BITS / 8], size_t most, const uint16_t *codes,
                         size_t count); /* how many are true */

/* mask[i] &= low <= values[first + i] <= high; or not, if `outside` is set. Values are of `width`
 * bytes, and so are the ends. */
void kernel_between(const void *values, uint32_t width, size_t first, uint64_t low, uint64_t high,
                    bool outside, size_t count, uint8_t *mask);

/* Adds each value, which is base + an element of `width` bytes, to the cell of its code: of the
 * rows at `selected`, or from `first` on. Codes are of one byte, or wide. */
struct kernel_cell {
    uint64_t count, sum;
};
struct kernel_rows {
    const uint8_t *codes;
    const uint16_t *wide_codes;
    const void *values; /* NULL: they are only counted */
    uint32_t width;
    uint64_t base;
    size_t first, count;
    const uint16_t *selected; /* counted from `first` on; or NULL */
};
void kernel_sum_by_code(const struct kernel_rows *rows, struct kernel_cell *cells);

/* How many are set; and which. */
size_t kernel_count(const uint8_t *mask, size_t count);
size_t kernel_select(const uint8_t *mask, size_t count, uint16_t *selected);

#endif
