/* tally.h: a statistic over the visits of a block: all of them, every k-th, or the n-th alone. */
#ifndef MODEL_PROFILE_TALLY_H
#define MODEL_PROFILE_TALLY_H

#include <stdbool.h>
#include <stdint.h>

enum profile_stat { STAT_MEAN, STAT_MIN, STAT_MAX, STAT_SUM, STAT_FIRST, STAT_LAST };

/* Zero-initialise. */
struct profile_tally {
    uint64_t visits; /* all that were seen */
    uint64_t taken;  /* those that count */
    double sum, min, max, first, last;
};

/* Adds a visit; `sample`: only every so many visits count, `at`: only the visit of that number; 0:
 * all do. */
void profile_tally_add(struct profile_tally *tally, double value, unsigned sample, unsigned at);
/* Adds the visits of another process. */
void profile_tally_join(struct profile_tally *tally, const struct profile_tally *other);
/* Returns the statistic; the tally must have a visit that counts. */
double profile_tally_value(const struct profile_tally *tally, enum profile_stat stat);

#endif
