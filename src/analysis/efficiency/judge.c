/* judge.c: decides if ranks with more time outside of MPI have more work. On a machine where lanes
 * wait for cores, that time says little: a rank may only have been the one that waited. Its CPU
 * time and the amount of its work do not depend on that. */
#include "analysis/efficiency/efficiency.h"

#include "util/number.h"

enum {
    SAME = 85,   /* %: as for the load balance by times; see advice/imbalance.c */
    BLOCKED = 5, /* % of the longest time outside of MPI: less is page faults and the like */
    USED = 2,    /* % of the time outside of MPI: with less CPU time, differences are chance */
};

/* Returns the least time that a rank can have computed or been blocked outside of MPI, if all its
 * waiting for cores was there, too. */
static uint64_t least_own(const struct analysis_efficiency_rank *rank)
{
    uint64_t own = rank->queued == ARCHIVE_UNKNOWN ? 0 : number_minus(rank->outside, rank->queued);
    return own > rank->cpu ? own : rank->cpu;
}

uint64_t analysis_efficiency_evidence_of(const struct analysis_efficiency *efficiency, size_t rank)
{
    const struct analysis_efficiency_rank *is = &efficiency->ranks[rank];
    switch (efficiency->evidence) {
    case EFFICIENCY_BY_CPU:
        return is->cpu;
    case EFFICIENCY_BY_WORK:
        return is->work;
    default:
        return is->outside;
    }
}

static bool is_known(const struct analysis_efficiency *efficiency)
{
    for (size_t i = 0; i < efficiency->count; i++) {
        uint64_t value = analysis_efficiency_evidence_of(efficiency, i);
        if (!value || value == ARCHIVE_UNKNOWN)
            return false;
    }
    return efficiency->count > 0;
}

static double balance_of(const struct analysis_efficiency *efficiency)
{
    double sum = 0, most = 0;
    for (size_t i = 0; i < efficiency->count; i++) {
        double value = (double)analysis_efficiency_evidence_of(efficiency, i);
        sum += value;
        if (value > most)
            most = value;
    }
    return most > 0 ? sum / (double)efficiency->count / most : 1;
}

/* True if a rank was blocked outside of MPI, so that its CPU time does not show what it did. */
static bool is_blocked(const struct analysis_efficiency *efficiency)
{
    uint64_t most = 0;
    for (size_t i = 0; i < efficiency->count; i++) {
        uint64_t blocked = least_own(&efficiency->ranks[i]) - efficiency->ranks[i].cpu;
        most = blocked > most ? blocked : most;
    }
    return 100.0 * (double)most > BLOCKED * (double)efficiency->most;
}

/* True if ranks used enough CPU time outside of MPI for a comparison. */
static bool is_enough(const struct analysis_efficiency *efficiency)
{
    double used = 0;
    for (size_t i = 0; i < efficiency->count; i++)
        used += (double)efficiency->ranks[i].cpu;
    return 100 * used >= USED * (double)efficiency->outside;
}

/* True if a rank certainly had more to do than another: it computed or was blocked longer than the
 * other was outside of MPI, however long both waited for cores there. */
static bool is_different(const struct analysis_efficiency *efficiency)
{
    uint64_t shortest = UINT64_MAX, longest = 0;
    for (size_t i = 0; i < efficiency->count; i++) {
        const struct analysis_efficiency_rank *rank = &efficiency->ranks[i];
        uint64_t own = least_own(rank);
        longest = own > longest ? own : longest;
        shortest = rank->outside < shortest ? rank->outside : shortest;
    }
    return longest > shortest;
}

/* Chooses the evidence. OpenMP threads use their core while they wait, so for these the amount of
 * work is better than CPU time. */
static void choose_evidence(struct analysis_efficiency *to)
{
    to->evidence = to->threads ? EFFICIENCY_BY_WORK : EFFICIENCY_BY_CPU;
    if (to->evidence == EFFICIENCY_BY_CPU && is_known(to) && is_blocked(to)) {
        to->evidence = is_different(to) ? EFFICIENCY_BY_OWN : EFFICIENCY_BY_TIME;
        return;
    }
    if (!is_known(to) || (to->evidence == EFFICIENCY_BY_CPU && !is_enough(to)))
        to->evidence = EFFICIENCY_BY_WORK;
    if (!is_known(to))
        to->evidence = EFFICIENCY_BY_TIME;
}

bool analysis_efficiency_is_untold(const struct analysis_efficiency *efficiency)
{
    return efficiency->state == EFFICIENCY_KNOWN && efficiency->mpi &&
           efficiency->crowding.crowded && efficiency->evidence == EFFICIENCY_BY_TIME;
}

void analysis_efficiency_judge(const struct archive *archive, struct analysis_efficiency *to)
{
    to->crowding = analysis_crowding_find(archive);
    to->even = 1;
    if (to->state != EFFICIENCY_KNOWN || !to->mpi)
        return;
    if (to->crowding.crowded)
        choose_evidence(to);
    to->even = balance_of(to);
    bool counts = to->evidence == EFFICIENCY_BY_CPU || to->evidence == EFFICIENCY_BY_WORK;
    to->preempted =
        counts && 100 * to->even >= SAME && to->even > to->factors[EFFICIENCY_BALANCE].value;
}
