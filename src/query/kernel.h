/* kernel.h: what is computed of whole vectors: one loop for each operation. */
#ifndef QUERY_KERNEL_H
#define QUERY_KERNEL_H

#include "query/expression.h"
#include "query/vector.h"

/* The first `count` values of `out`, of those of the parts; of all operations but constants,
 * fields, rows, IN and those of text. */
void kernel_run(enum expression_op op, const struct vector *const *parts, size_t count,
                struct vector *out);

/* Less than, equal to or greater than 0: an order of all reals, what is no number last. */
int kernel_order(double a, double b);

/* mask[i] &= table[index[i]]; indices from `rows` on are that. */
void kernel_lookup_narrow(const uint8_t *table, size_t rows, const uint16_t *index, size_t count,
                          uint8_t *mask);
void kernel_lookup_wide(const uint8_t *table, size_t rows, const uint32_t *index, size_t count,
                        uint8_t *mask);

/* mask[i] &= low <= values[i] <= high; or not, if `outside` is set. */
void kernel_between(const uint32_t *values, uint32_t low, uint32_t high, bool outside, size_t count,
                    uint8_t *mask);

/* How many are set; and which. */
size_t kernel_count(const uint8_t *mask, size_t count);
size_t kernel_select(const uint8_t *mask, size_t count, uint16_t *selected);

#endif
