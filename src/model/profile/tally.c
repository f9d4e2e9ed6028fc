/* tally.c: see tally.h */
#include "model/profile/tally.h"

#include <assert.h>

void profile_tally_add(struct profile_tally *tally, double value, unsigned sample, unsigned at)
{
    tally->visits++;
    if ((at && tally->visits != at) || (sample && tally->visits % sample != 0))
        return;
    struct profile_tally one = {0, 1, value, value, value, value, value};
    profile_tally_join(tally, &one);
}

void profile_tally_join(struct profile_tally *tally, const struct profile_tally *other)
{
    tally->visits += other->visits;
    if (!other->taken)
        return;
    if (!tally->taken)
        tally->first = other->first;
    tally->min = tally->taken && tally->min < other->min ? tally->min : other->min;
    tally->max = tally->taken && tally->max > other->max ? tally->max : other->max;
    tally->last = other->last;
    tally->sum += other->sum;
    tally->taken += other->taken;
}

double profile_tally_value(const struct profile_tally *tally, enum profile_stat stat)
{
    assert(tally->taken);
    switch (stat) {
    case STAT_MIN:
        return tally->min;
    case STAT_MAX:
        return tally->max;
    case STAT_SUM:
        return tally->sum;
    case STAT_FIRST:
        return tally->first;
    case STAT_LAST:
        return tally->last;
    default:
        return tally->sum / (double)tally->taken;
    }
}
