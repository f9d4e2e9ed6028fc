/* efficiency.c: see efficiency.h */
#include "analysis/efficiency/efficiency.h"

#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { FOLLOWED = 98 }; /* %: with less of the ranks' time, the replay says too little */

/* Runs the replay. A replay that is longer than the run (ranks had not begun at the same moment),
 * or shorter than its computation, is limited to what is possible. */
static void run_again(const struct archive *archive, struct analysis_efficiency *to)
{
    uint32_t *lane = memory_zeroed(archive->places.rows + 1, sizeof *lane);
    for (size_t i = 0; i < archive->places.rows; i++)
        lane[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < to->count; i++)
        lane[to->ranks[i].place] = to->ranks[i].lane;
    to->replay = analysis_replay_run(archive, lane);
    uint64_t ideal = to->replay.time;
    to->replay.time = ideal > to->runtime ? to->runtime : ideal < to->most ? to->most : ideal;
    double ranks = (double)to->count * (double)to->runtime;
    if (to->replay.state == REPLAY_KNOWN &&
        100 * (ranks - (double)to->replay.unfollowed) < FOLLOWED * ranks)
        to->replay.state = REPLAY_UNFOLLOWED;
    free(lane);
}

/* Sums the ranks. If each rank has one lane, all time outside of MPI is useful: the MPI metrics. */
static void add_up(struct analysis_efficiency *to)
{
    for (size_t i = 0; i < to->count; i++)
        to->lanes += to->ranks[i].lanes;
    to->threads = to->lanes > to->count;
    for (size_t i = 0; i < to->count; i++) {
        struct analysis_efficiency_rank *rank = &to->ranks[i];
        if (!to->threads)
            rank->useful = rank->longest = rank->outside;
        if (rank->time > to->runtime)
            to->runtime = rank->time;
        if (rank->outside > to->most) {
            to->most = rank->outside;
            to->busiest = i;
        }
        to->outside = number_add(to->outside, rank->outside);
        to->useful = number_add(to->useful, rank->useful);
    }
}

enum { SAME = 90 }; /* %: ranks observed for this part of the longest time can be compared */

/* True if unfinished ranks were not observed for about the same time: how long they would
 * have lived is unknown. */
static bool is_unfinished(const struct analysis_efficiency *efficiency)
{
    for (size_t i = 0; i < efficiency->count && efficiency->at_least; i++) {
        if (100.0 * (double)efficiency->ranks[i].time < SAME * (double)efficiency->runtime)
            return true;
    }
    return false;
}

static struct analysis_efficiency find(const struct cube *cube, bool replay)
{
    const struct archive *archive = cube->archive;
    struct analysis_efficiency to = {0};
    analysis_efficiency_ranks_find(cube, &to);
    analysis_efficiency_work_find(cube, &to);
    for (size_t i = 0; i < to.count && to.state == EFFICIENCY_KNOWN; i++) {
        if (archive->places.clock[to.ranks[i].place] == FORMAT_CLOCK_CPU)
            to.state = EFFICIENCY_CPU_TIME;
    }
    add_up(&to);
    if (to.state == EFFICIENCY_KNOWN && *archive->run.part_of)
        to.state = EFFICIENCY_PART;
    if (to.state == EFFICIENCY_KNOWN && to.mpi && is_unfinished(&to))
        to.state = EFFICIENCY_UNFINISHED;
    if (to.state == EFFICIENCY_KNOWN && to.mpi && replay)
        run_again(archive, &to);
    analysis_efficiency_multiply(&to);
    analysis_efficiency_judge(archive, &to);
    return to;
}

struct analysis_efficiency analysis_efficiency_find(const struct cube *cube)
{
    return find(cube, true);
}

struct analysis_efficiency analysis_efficiency_look(const struct cube *cube)
{
    return find(cube, false);
}

void analysis_efficiency_free(struct analysis_efficiency *efficiency)
{
    free(efficiency->ranks);
    analysis_replay_free(&efficiency->replay);
    *efficiency = (struct analysis_efficiency){0};
}
