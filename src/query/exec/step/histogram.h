/* histogram.h: how often values came, in each of many groups: what percentiles are taken from. It
 * takes as much memory as there are different values. */
#ifndef QUERY_EXEC_STEP_HISTOGRAM_H
#define QUERY_EXEC_STEP_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

struct tally_value {
    double value;
    uint64_t count; /* 0: there is none here */
    size_t group;
};

/* Zero-initialise. */
struct tally {
    struct tally_value *slots;
    size_t slot_count, used;
};

void tally_free(struct tally *tally);
void tally_add(struct tally *tally, size_t group, double value, uint64_t count);

/* Puts them in order, by group and value; then nothing can be added any more. */
void tally_sort(struct tally *tally);

/* The value that `share` percent of the group's do not exceed, between two in proportion. *first is
 * the group's first value, and becomes that of the next one. */
double tally_percentile(const struct tally *tally, size_t *first, double share);

#endif
