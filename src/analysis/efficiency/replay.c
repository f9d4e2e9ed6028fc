/* replay.c: see replay.h */
#include "analysis/efficiency/replay.h"

#include "analysis/replay/engine.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static bool is_filtered(const struct archive *archive, const uint32_t *lane_of_place)
{
    const struct archive_lanes *lanes = &archive->lanes;
    for (size_t i = 0; i < lanes->rows; i++) {
        if (lanes->filtered[i] && lane_of_place[lanes->place[i]] != ARCHIVE_NONE)
            return true;
    }
    return false;
}

enum analysis_replay_state analysis_replay_state(const struct archive *archive,
                                                 const uint32_t *lane_of_place)
{
    const struct archive_logs *logs = &archive->logs;
    bool *logged = memory_zeroed(archive->places.rows + 1, sizeof *logged);
    enum analysis_replay_state state = REPLAY_KNOWN;
    for (size_t i = 0; i < logs->rows; i++) {
        if (!(logs->kinds[i] & FORMAT_EVENTS_COMM))
            continue;
        logged[logs->place[i]] = true;
        bool whole = !logs->dropped[i] && !logs->lost[i] && !logs->error[i];
        if (!whole && lane_of_place[logs->place[i]] != ARCHIVE_NONE)
            state = REPLAY_INCOMPLETE;
    }
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (lane_of_place[i] != ARCHIVE_NONE && !logged[i])
            state = REPLAY_NO_EVENTS;
    }
    if (state != REPLAY_INCOMPLETE && is_filtered(archive, lane_of_place))
        state = REPLAY_FILTERED;
    if (*archive->run.part_of)
        state = REPLAY_PART;
    free(logged);
    return state;
}

/* True if events of some of these kinds were not to be logged. */
static bool is_left_out(const struct archive *archive, uint32_t kinds)
{
    for (size_t i = 0; i < archive->logs.rows; i++)
        kinds &= ~archive->logs.kinds[i];
    return kinds != 0;
}

/* Reads the steps, and tells if all calls that the replay needs were logged. */
static bool read_steps(const struct archive *archive, const uint32_t *lane_of_place,
                       struct analysis_replay_steps *steps, struct analysis_replay *to)
{
    bool read = analysis_replay_steps_read(steps, archive, lane_of_place, 0);
    if (read && !steps->unseen)
        return true;
    to->needs |= steps->unseen;
    to->state = read && is_left_out(archive, steps->unseen) ? REPLAY_NO_EVENTS : REPLAY_INCOMPLETE;
    analysis_replay_steps_free(steps);
    return false;
}

static void add_unfollowed(const struct analysis_replay_steps *steps, struct analysis_replay *to)
{
    for (uint32_t i = 1; i < to->regions; i++) {
        to->unfollowed = number_add(to->unfollowed, steps->unfollowed[i]);
        if (steps->unfollowed[i] > steps->unfollowed[to->unfollowed_most])
            to->unfollowed_most = i;
    }
}

struct analysis_replay analysis_replay_run(const struct archive *archive,
                                           const uint32_t *lane_of_place)
{
    struct analysis_replay to = {.state = analysis_replay_state(archive, lane_of_place),
                                 .needs = FORMAT_EVENTS_COMM};
    struct analysis_replay_steps steps = {0};
    struct analysis_replay_result result;
    if (to.state != REPLAY_KNOWN || !read_steps(archive, lane_of_place, &steps, &to))
        return to;
    to.regions = archive->regions.rows;
    to.spent = steps.spent;
    steps.spent = NULL;
    add_unfollowed(&steps, &to);
    analysis_replay_steps_run(archive, &steps, &result);
    to.time = result.time;
    to.missing = result.missing;
    to.waited = result.waited;
    analysis_replay_steps_free(&steps);
    return to;
}

void analysis_replay_free(struct analysis_replay *replay)
{
    free(replay->waited);
    free(replay->spent);
    *replay = (struct analysis_replay){0};
}
