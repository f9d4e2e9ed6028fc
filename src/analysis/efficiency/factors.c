/* factors.c: the factors of the parallel efficiency, from the times of the ranks. Each factor is
 * the ratio of two times of all lanes together, and the smaller time of one factor is the larger of
 * the next. So their product is the ratio of the first and the last one: the useful time and the
 * available time. */
#include "analysis/efficiency/efficiency.h"

/* The time of all lanes that remains after each kind of loss, largest first. */
enum level {
    WHOLE,     /* the runtime, on all lanes */
    IDEAL,     /* the runtime on an ideal network */
    LONGEST,   /* if all ranks had the longest time outside of MPI */
    OUTSIDE,   /* outside of MPI */
    SHARED,    /* without lanes that are idle outside of parallel regions */
    EVEN,      /* if all lanes of a rank had its longest useful time in parallel regions */
    USEFUL,    /* not in MPI or the OpenMP runtime, not waiting, not idle */
    LONE_LANE, /* if all lanes had the longest useful time of any */
    LEVELS,
};

static double between(double value, double least, double most)
{
    return value < least ? least : value > most ? most : value;
}

/* Adds a rank's part of each level, except the levels of all ranks together. */
static void add_rank(double levels[LEVELS], const struct analysis_efficiency_rank *rank)
{
    double lanes = (double)rank->lanes, outside = lanes * (double)rank->outside;
    double useful = between((double)rank->useful, 0, outside);
    double alone = (double)rank->outside - (double)rank->parallel;
    double shared = between(alone + lanes * (double)rank->parallel, useful, outside);
    double even = between((double)rank->serial + lanes * (double)rank->most, useful, shared);
    levels[USEFUL] += useful;
    levels[EVEN] += even;
    levels[SHARED] += shared;
    levels[OUTSIDE] += outside;
}

static void find_levels(const struct analysis_efficiency *efficiency, double levels[LEVELS])
{
    double lanes = (double)efficiency->lanes, longest = 0, time = 0;
    for (size_t i = 0; i < efficiency->count; i++) {
        const struct analysis_efficiency_rank *rank = &efficiency->ranks[i];
        add_rank(levels, rank);
        if ((double)rank->longest > longest)
            longest = (double)rank->longest;
        time += (double)rank->lanes * (double)rank->time;
    }
    if (!efficiency->mpi) { /* processes that are independent of each other */
        levels[WHOLE] = levels[IDEAL] = levels[LONGEST] =
            time > levels[OUTSIDE] ? time : levels[OUTSIDE];
    } else {
        bool known = efficiency->replay.state == REPLAY_KNOWN;
        levels[WHOLE] = lanes * (double)efficiency->runtime;
        levels[LONGEST] = between(lanes * (double)efficiency->most, levels[OUTSIDE], levels[WHOLE]);
        levels[IDEAL] =
            known ? between(lanes * (double)efficiency->replay.time, levels[LONGEST], levels[WHOLE])
                  : levels[LONGEST];
    }
    levels[LONE_LANE] = between(lanes * longest, levels[USEFUL], levels[WHOLE]);
}

static struct analysis_efficiency_factor factor(const double levels[LEVELS], enum level part,
                                                enum level whole, bool shown)
{
    return (struct analysis_efficiency_factor){
        .known = true,
        .shown = shown,
        .value = levels[whole] > 0 ? levels[part] / levels[whole] : 1,
        .lost = levels[whole] - levels[part],
    };
}

void analysis_efficiency_multiply(struct analysis_efficiency *to)
{
    double levels[LEVELS] = {0};
    struct analysis_efficiency_factor *factors = to->factors;
    bool mpi = to->mpi, threads = to->threads, both = mpi && threads;
    if (to->state != EFFICIENCY_KNOWN)
        return;
    find_levels(to, levels);
    factors[EFFICIENCY_PARALLEL] = factor(levels, USEFUL, WHOLE, true);
    factors[EFFICIENCY_PROCESS] = factor(levels, OUTSIDE, WHOLE, both);
    factors[EFFICIENCY_BALANCE] = factor(levels, OUTSIDE, LONGEST, mpi);
    factors[EFFICIENCY_COMMUNICATION] = factor(levels, LONGEST, WHOLE, mpi);
    factors[EFFICIENCY_SERIALISATION] = factor(levels, LONGEST, IDEAL, mpi);
    factors[EFFICIENCY_TRANSFER] = factor(levels, IDEAL, WHOLE, mpi);
    factors[EFFICIENCY_THREAD] = factor(levels, USEFUL, OUTSIDE, both);
    factors[EFFICIENCY_SERIAL] = factor(levels, SHARED, OUTSIDE, threads);
    factors[EFFICIENCY_THREAD_BALANCE] = factor(levels, USEFUL, EVEN, threads);
    factors[EFFICIENCY_THREAD_COMMUNICATION] = factor(levels, EVEN, SHARED, threads);
    factors[EFFICIENCY_LANE_BALANCE] = factor(levels, USEFUL, LONE_LANE, both);
    factors[EFFICIENCY_LANE_COMMUNICATION] = factor(levels, LONE_LANE, WHOLE, both);
    if (to->replay.state != REPLAY_KNOWN)
        factors[EFFICIENCY_SERIALISATION].known = factors[EFFICIENCY_TRANSFER].known = false;
}
