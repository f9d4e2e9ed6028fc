/* walk.h: a walk through the events of a lane that makes its steps. */
#ifndef ANALYSIS_REPLAY_WALK_H
#define ANALYSIS_REPLAY_WALK_H

#include "analysis/replay/steps.h"
#include "util/memory.h"
#include "util/number.h"

struct replay_walk {
    struct analysis_replay_steps *to;
    const struct archive *archive;
    size_t point, end; /* the lane's next point, and the index after its last */
    uint64_t until;    /* the end of its last MPI call or step */
    uint64_t before;   /* ns computed since the last step */
    uint64_t aside;    /* ns in other MPI calls since then */
};

/* Counts the time up to `start` as computed, and the time from there to `end` as not. Returns the
 * latter. */
static inline uint64_t replay_walk_pass(struct replay_walk *walk, uint64_t start, uint64_t end)
{
    uint64_t took = number_minus(end, start > walk->until ? start : walk->until);
    walk->before = number_add(walk->before, number_minus(start, walk->until));
    if (end > walk->until)
        walk->until = end;
    return took;
}

/* Adds a step for which all time was counted. Returns its index. */
static inline size_t replay_walk_step(struct replay_walk *walk, uint64_t start, uint64_t end,
                                      uint32_t region)
{
    struct analysis_replay_steps *to = walk->to;
    to->steps = memory_grow(to->steps, &to->step_room, to->step_count + 1, sizeof *to->steps);
    to->steps[to->step_count] = (struct analysis_replay_step){
        .before = walk->before,
        .aside = walk->aside,
        .start = start,
        .end = end,
        .region = region,
    };
    walk->before = walk->aside = 0;
    return to->step_count++;
}

#endif
