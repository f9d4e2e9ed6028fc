/* histogram.h: counts how often each value occurs in each of many groups, for percentiles. Memory
 * grows with the number of distinct values. */
#ifndef QUERY_EXEC_STEP_HISTOGRAM_H
#define QUERY_EXEC_STEP_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

/* One distinct value of one group. */
struct tally_value {
    double value;
    uint64_t count; /* 0: the slot is empty */
    size_t group;
};

/* An open hash table of values; an array after tally_sort. Zero-initialise. */
struct tally {
    struct tally_value *slots;
    size_t slot_count, used;
};

void tally_free(struct tally *tally);
void tally_add(struct tally *tally, size_t group, double value, uint64_t count);

/* Sorts the values by group and value; nothing can be added afterwards. */
void tally_sort(struct tally *tally);

/* Returns the value that `share` percent of the group's values do not exceed, interpolated between
 * two. *first is the index of the group's first value, and is moved to that of the next group. */
double tally_percentile(const struct tally *tally, size_t *first, double share);

#endif
