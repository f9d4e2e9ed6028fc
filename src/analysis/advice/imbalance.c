/* imbalance.c: one rank computes longer than others, maybe as its number says. */
#include "analysis/advice/facts.h"

#include "util/number.h"

#include <math.h>

enum {
    UNEVEN = 85,   /* % of load balance: above it, the last bit is hard to get and seldom pays */
    LEAST = 10,    /* % of the ranks' time: other processes on the machine easily make that, too */
    FOR_SHAPE = 4, /* ranks: of three, any order looks like a rule */
    FOLLOWS = 80,  /* % of the differences go with the number: a correlation of 0.9 */
};

/* The square of Pearson's coefficient of the time outside of MPI and of what the rank's number is
 * mapped to, with its sign; 0: none. */
static double correlation(const struct efficiency *efficiency, bool from_middle)
{
    double n = (double)efficiency->count, x_sum = 0, y_sum = 0, xx = 0, yy = 0, xy = 0;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < efficiency->count; i++) {
            double x = from_middle ? fabs((double)i - (n - 1) / 2) : (double)i;
            double y = (double)efficiency->ranks[i].outside;
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

static enum advice_shape shape_of(const struct efficiency *efficiency)
{
    double line = correlation(efficiency, false), edges = correlation(efficiency, true);
    bool is_line = fabs(line) >= fabs(edges);
    if (efficiency->count < FOR_SHAPE || 100 * fabs(is_line ? line : edges) < FOLLOWS)
        return ADVICE_NO_SHAPE;
    if (is_line)
        return line > 0 ? ADVICE_RISING : ADVICE_FALLING;
    return edges > 0 ? ADVICE_EDGES : ADVICE_MIDDLE;
}

/* place: the rank that computes the longest, `time` of it; least: the shortest; ratio: of the
 * longest to the mean. */
void advice_imbalance(struct advice_facts *facts)
{
    const struct efficiency *efficiency = facts->efficiency;
    struct advice_finding finding = advice_of_ranks(facts, ADVICE_IMBALANCE);
    if (100 * efficiency->factors[EFFICIENCY_BALANCE].value >= UNEVEN)
        return;
    finding.place = efficiency->ranks[efficiency->busiest].place;
    finding.time = finding.least = efficiency->most;
    finding.ratio = 1 / efficiency->factors[EFFICIENCY_BALANCE].value;
    finding.others = efficiency->count;
    finding.shape = shape_of(efficiency);
    for (size_t i = 0; i < efficiency->count; i++) {
        uint64_t useful = efficiency->ranks[i].outside;
        finding.cost = number_add(finding.cost, efficiency->most - useful);
        if (useful < finding.least)
            finding.least = useful;
    }
    advice_site(&finding, efficiency_blame_find(facts->cube, efficiency).region);
    advice_add(facts, finding, LEAST);
}
