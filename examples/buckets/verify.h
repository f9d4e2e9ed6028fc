/* verify.h: whether keys are sorted over all ranks, and still the same. */
#ifndef VERIFY_H
#define VERIFY_H

#include <stdbool.h>

/* What keys have in common with the same keys in any order. */
struct sums {
    long count, sum, squares;
};

struct sums verify_sums(const int *keys, long count);

/* All ranks ask, and all get the same answer. `before`: of this rank's keys before they were
 * exchanged. */
bool verify_sorted(const int *keys, int count, const struct sums *before);

#endif
