/* imbalance.c: finds a rank that has more to do than others, possibly depending on its number. */
#include "analysis/advice/facts.h"

#include "util/number.h"

#include <math.h>

enum {
    UNEVEN = 85,   /* % load balance: above it, improvements are hard and rarely pay */
    LEAST = 10,    /* % of the ranks' time: other processes on the host easily cause that much */
    FOR_SHAPE = 4, /* ranks: with three, any order looks like a pattern */
    FOLLOWS = 80,  /* % of the variance is explained by the number: a correlation of 0.9 */
};

/* Returns the square of Pearson's correlation, with its sign, between the ranks' work and their
 * number, or their distance from the middle; 0: none. */
static double correlation(const struct analysis_efficiency *efficiency, bool from_middle)
{
    double n = (double)efficiency->count, x_sum = 0, y_sum = 0, xx = 0, yy = 0, xy = 0;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < efficiency->count; i++) {
            double x = from_middle ? fabs((double)i - (n - 1) / 2) : (double)i;
            double y = (double)analysis_efficiency_evidence_of(efficiency, i);
            if (!round) {
                x_sum += x;
                y_sum += y;
                continue;
            }
            xx += (x - x_sum / n) * (x - x_sum / n);
            yy += (y - y_sum / n) * (y - y_sum / n);
            xy += (x - x_sum / n) * (y - y_sum / n);
        }
    }
    return xx > 0 && yy > 0 ? xy * fabs(xy) / (xx * yy) : 0;
}

static enum analysis_advice_shape shape_of(const struct analysis_efficiency *efficiency)
{
    double line = correlation(efficiency, false), edges = correlation(efficiency, true);
    bool is_line = fabs(line) >= fabs(edges);
    if (efficiency->count < FOR_SHAPE || 100 * fabs(is_line ? line : edges) < FOLLOWS)
        return ADVICE_NO_SHAPE;
    if (is_line)
        return line > 0 ? ADVICE_RISING : ADVICE_FALLING;
    return edges > 0 ? ADVICE_EDGES : ADVICE_MIDDLE;
}

/* Returns the rank with the most work, by the evidence. */
static size_t find_most(const struct analysis_efficiency *efficiency)
{
    size_t found = 0;
    for (size_t i = 1; i < efficiency->count; i++) {
        if (analysis_efficiency_evidence_of(efficiency, i) >
            analysis_efficiency_evidence_of(efficiency, found))
            found = i;
    }
    return found;
}

/* Converts a part of the evidence to time, relative to the longest time outside of MPI. */
static uint64_t as_time(const struct analysis_efficiency *efficiency, uint64_t part, uint64_t most)
{
    return most ? number_scale(efficiency->most, part, most) : 0;
}

/* Returns the time lost by ranks with less work than the busiest one. They wait for it in MPI
 * calls, so it is at most their time there. */
static uint64_t cost_of(const struct analysis_efficiency *efficiency, uint64_t most)
{
    uint64_t cost = 0, in_mpi = 0;
    for (size_t i = 0; i < efficiency->count; i++) {
        const struct analysis_efficiency_rank *rank = &efficiency->ranks[i];
        uint64_t less = most - analysis_efficiency_evidence_of(efficiency, i);
        cost = number_add(cost, as_time(efficiency, less, most));
        in_mpi = number_add(in_mpi, number_minus(rank->time, rank->outside));
    }
    return cost < in_mpi ? cost : in_mpi;
}

/* Meaning of the numbers: place: the rank with the most work, `time`; least: the least work of a
 * rank; ratio: most / mean. If lanes wait for cores, CPU time or the amount of work is compared;
 * without these, nothing. */
void advice_imbalance(struct advice_facts *facts)
{
    const struct analysis_efficiency *efficiency = facts->efficiency;
    struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_IMBALANCE);
    if (100 * efficiency->even >= UNEVEN || analysis_efficiency_is_untold(efficiency))
        return;
    size_t rank = find_most(efficiency);
    uint64_t most = analysis_efficiency_evidence_of(efficiency, rank);
    finding.place = efficiency->ranks[rank].place;
    finding.time = finding.least = most;
    finding.cost = cost_of(efficiency, most);
    finding.ratio = 1 / efficiency->even;
    finding.others = efficiency->count;
    finding.shape = shape_of(efficiency);
    for (size_t i = 0; i < efficiency->count; i++) {
        uint64_t has = analysis_efficiency_evidence_of(efficiency, i);
        if (has < finding.least)
            finding.least = has;
    }
    advice_site(&finding, analysis_efficiency_blame_find(facts->cube, efficiency, rank).region);
    advice_add(facts, finding, LEAST);
}
