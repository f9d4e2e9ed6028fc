/* progress.c: see progress.h */
#include "analysis/whatif/progress.h"

#include "analysis/whatif/calls.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { LEAST = 20000 }; /* ns: what calls take longer than this, beyond known waits, is explained */

/* The search. */
struct search {
    const struct archive *archive;
    struct analysis_replay_steps *steps;
    size_t *lane_of; /* by row of lanes: index among the lanes of the steps, plus 1; 0: none */
};

/* Returns the lane's first step that begins after that moment; NULL if there is none. */
static const struct analysis_replay_step *find_next(const struct search *search, uint32_t lane,
                                                    uint64_t moment)
{
    if (!search->lane_of[lane])
        return NULL;
    const struct analysis_replay_lane *at = &search->steps->lanes[search->lane_of[lane] - 1];
    const struct analysis_replay_step *steps = search->steps->steps + at->first;
    size_t low = 0, high = at->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (steps[middle].start <= moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low < at->count ? &steps[low] : NULL;
}

/* Returns the node of the other rank's part in the message of a point; ARCHIVE_NONE: it does not
 * matter. */
static uint32_t other_of(const struct archive *archive, const struct analysis_replay_point *point)
{
    const struct archive_messages *messages = &archive->messages;
    switch (point->act) {
    case REPLAY_RECEIVE:
        return messages->send[point->number];
    case REPLAY_FINISH:
    case REPLAY_DONE:
        return messages->receive[point->number];
    default:
        return ARCHIVE_NONE;
    }
}

/* Finds the call of another rank that ended the wait of a step: the last of those that began during
 * the wait and before which the other rank was outside of MPI for most of it. */
static void explain(const struct search *search, struct analysis_replay_step *step)
{
    const struct archive *archive = search->archive;
    uint64_t there = number_minus(step->end, step->own);
    const struct analysis_replay_step *found = NULL;
    for (size_t k = 0; k < step->count; k++) {
        uint32_t node = other_of(archive, &search->steps->points[step->first + k]);
        if (node == ARCHIVE_NONE)
            continue;
        uint32_t lane = archive->nodes.lane[node];
        const struct analysis_replay_step *next = find_next(search, lane, there);
        if (!next || next->start >= step->end || (found && next->start <= found->start))
            continue;
        const struct analysis_replay_lane *of = &search->steps->lanes[search->lane_of[lane] - 1];
        uint64_t left = there;
        if (next > search->steps->steps + of->first && next[-1].end > left)
            left = next[-1].end;
        if (number_minus(next->start, left) >= step->own / 2)
            found = next;
    }
    if (!found)
        return;
    step->needs = (size_t)(found - search->steps->steps) + 1;
    step->there = found->start;
}

void whatif_progress_find(const struct archive *archive, struct analysis_replay_steps *steps)
{
    struct search search = {
        .archive = archive,
        .steps = steps,
        .lane_of = memory_zeroed(archive->lanes.rows + 1, sizeof *search.lane_of),
    };
    for (size_t i = 0; i < steps->lane_count; i++)
        search.lane_of[steps->lanes[i].lane] = i + 1;
    whatif_calls_measure(archive, steps);
    for (size_t i = 0; i < steps->step_count; i++) {
        if (steps->steps[i].own > LEAST && !steps->steps[i].needs)
            explain(&search, &steps->steps[i]);
    }
    free(search.lane_of);
}
