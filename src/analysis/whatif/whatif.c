/* whatif.c: see whatif.h */
#include "analysis/whatif.h"

#include "analysis/deaths.h"
#include "analysis/efficiency/efficiency.h"
#include "analysis/events_lack.h"
#include "analysis/replay/engine.h"
#include "analysis/whatif/calls.h"
#include "analysis/whatif/gaps.h"
#include "analysis/whatif/progress.h"
#include "archive/messages/mpi_calls.h"
#include "format/event.h"
#include "format/place.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* The run as it was: steps with their measured times, and what happened between them. */
struct whatif_run {
    struct analysis_replay_steps steps;
    struct whatif_gaps gaps;
};

static void set_dropped(const struct archive *archive, struct error *error)
{
    uint32_t failure = analysis_events_error(archive);
    error_set(error,
              "events of %s were dropped or cannot be read, so the run cannot be replayed%s%s",
              archive->path,
              failure                            ? ": they could not be written: "
              : analysis_events_limited(archive) ? ": measure it with a larger --max-size"
                                                 : "",
              failure ? strerror((int)failure) : "");
}

/* Returns the main lane of each place that is part of the run, or ARCHIVE_NONE. */
static uint32_t *find_lanes(const struct archive *archive)
{
    uint32_t *lanes = memory_zeroed(archive->places.rows + 1, sizeof *lanes);
    uint32_t *main_lane = analysis_efficiency_main_lanes(archive);
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        bool part = !archive->ranked || analysis_efficiency_is_rank(archive, i);
        lanes[i] = part && main_lane[i] ? main_lane[i] - 1 : ARCHIVE_NONE;
    }
    free(main_lane);
    return lanes;
}

static bool is_missing(const struct archive *archive, enum analysis_replay_state state,
                       uint32_t needs, struct error *error)
{
    bool of_places = archive_has_places_only(archive);
    switch (state) {
    case REPLAY_KNOWN:
        return false;
    case REPLAY_NO_EVENTS:
        if (of_places) {
            error_set(error,
                      "%s has no log of what its activities wait for, so the run cannot be "
                      "replayed: measure it with 'triptych run --events ...'",
                      archive->path);
            return true;
        }
        error_set(error,
                  "%s has no log of %s, so the run cannot be replayed: measure it with "
                  "'triptych run --events=comm%s%s ...'",
                  archive->path,
                  needs == FORMAT_EVENTS_COMM ? "all MPI calls" : "some kinds of MPI calls",
                  needs & FORMAT_EVENTS_SYNC ? ",sync" : "", needs & FORMAT_EVENTS_IO ? ",io" : "");
        return true;
    case REPLAY_FILTERED:
        error_set(error,
                  "%s of %s were filtered, so the run cannot be replayed: measure it without "
                  "--filter",
                  of_places ? "directives" : "MPI calls", archive->path);
        return true;
    case REPLAY_PART:
        error_set(error, "%s is a part of another archive: ask about the whole one", archive->path);
        return true;
    default:
        set_dropped(archive, error);
        return true;
    }
}

/* Places do not begin at the same moment: lanes begin when they did. */
static void set_begins(const struct archive *archive, struct analysis_replay_steps *steps)
{
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < steps->lane_count; i++) {
        uint64_t start = archive->lanes.start[steps->lanes[i].lane];
        first = start < first ? start : first;
    }
    for (size_t i = 0; i < steps->lane_count; i++) {
        struct analysis_replay_lane *lane = &steps->lanes[i];
        bool waits = lane->created && lane->count && steps->steps[lane->first].needs;
        lane->begin = waits ? 0 : archive->lanes.start[lane->lane] - first;
    }
}

static uint64_t time_of_run(const struct archive *archive,
                            const struct analysis_replay_steps *steps)
{
    uint64_t first = UINT64_MAX, last = 0;
    for (size_t i = 0; i < steps->lane_count; i++) {
        uint32_t lane = steps->lanes[i].lane;
        first = archive->lanes.start[lane] < first ? archive->lanes.start[lane] : first;
        if (steps->lanes[i].main)
            last = archive->lanes.end[lane] > last ? archive->lanes.end[lane] : last;
    }
    return number_minus(last, first);
}

/* True if there is one process: it waits for nobody, so no log is needed. */
static bool is_alone(const struct archive *archive, const uint32_t *lanes)
{
    size_t count = 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        count += lanes[i] != ARCHIVE_NONE;
    return count < 2;
}

/* True if times of different processes cannot be compared. Sets the error. */
static bool is_cpu_time(const struct archive *archive, const uint32_t *lane_of_place,
                        struct error *error)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (lane_of_place[i] != ARCHIVE_NONE && archive->places.clock[i] == FORMAT_CLOCK_CPU)
            return !error_set(error,
                              "%s was measured with --clock cpu: CPU times of different processes "
                              "cannot be compared, so the run cannot be replayed; measure it "
                              "without that option",
                              archive->path);
    }
    return false;
}

/* True if all waits of threads were logged, on every place. */
static bool has_threads(const struct archive *archive, const uint32_t *lane_of_place)
{
    const uint32_t needed = FORMAT_EVENTS_SYNC | FORMAT_EVENTS_TASKS;
    const struct archive_logs *logs = &archive->logs;
    bool *has_log = memory_zeroed(archive->places.rows + 1, sizeof *has_log);
    bool logged = !*archive->run.part_of;
    for (size_t i = 0; i < logs->rows && logged; i++) {
        has_log[logs->place[i]] = true;
        logged = lane_of_place[logs->place[i]] == ARCHIVE_NONE ||
                 ((logs->kinds[i] & needed) == needed && !logs->dropped[i] && !logs->lost[i] &&
                  !logs->error[i]);
    }
    for (size_t i = 0; i < archive->lanes.rows && logged; i++) {
        uint32_t place = archive->lanes.place[i];
        if (lane_of_place[place] != ARCHIVE_NONE)
            logged = has_log[place] && !archive->lanes.filtered[i] &&
                     archive->places.clock[place] != FORMAT_CLOCK_CPU;
    }
    free(has_log);
    return logged;
}

static bool read_steps(const struct archive *archive, struct analysis_replay_steps *steps,
                       struct error *error)
{
    uint32_t *lanes = find_lanes(archive);
    bool needs_log = archive->ranked && !is_alone(archive, lanes);
    enum analysis_replay_state state =
        needs_log ? analysis_replay_state(archive, lanes) : REPLAY_KNOWN;
    bool read = !is_missing(archive, state, FORMAT_EVENTS_COMM, error) &&
                (is_alone(archive, lanes) || !is_cpu_time(archive, lanes, error));
    uint32_t with = REPLAY_WITH_SENDS | (has_threads(archive, lanes) ? REPLAY_WITH_THREADS : 0);
    bool all = read && analysis_replay_steps_read(steps, archive, lanes, with);
    if (all && with & REPLAY_WITH_THREADS && steps->unseen_threads) {
        analysis_replay_steps_free(steps);
        all = analysis_replay_steps_read(steps, archive, lanes, REPLAY_WITH_SENDS);
    }
    if (read && !all)
        read = !is_missing(archive, REPLAY_INCOMPLETE, 0, error);
    else if (read && needs_log && steps->unseen)
        read = !is_missing(archive, REPLAY_NO_EVENTS, FORMAT_EVENTS_COMM | steps->unseen, error);
    if (read && !steps->lane_count)
        read = error_set(error, "nothing was measured in %s", archive->path);
    free(lanes);
    return read;
}

/* Replays a copy of the steps in which calls in between are part of the computation. */
static uint64_t replay(const struct archive *archive, const struct analysis_replay_steps *steps,
                       const double *saved, const uint64_t *own, uint64_t *missing)
{
    struct analysis_replay_steps copy = *steps;
    struct analysis_replay_result result;
    copy.steps = memory_zeroed(steps->step_count + 1, sizeof *copy.steps);
    copy.lanes = memory_zeroed(steps->lane_count + 1, sizeof *copy.lanes);
    if (steps->step_count)
        memcpy(copy.steps, steps->steps, steps->step_count * sizeof *copy.steps);
    memcpy(copy.lanes, steps->lanes, steps->lane_count * sizeof *copy.lanes);
    for (size_t i = 0; i < steps->step_count; i++) {
        struct analysis_replay_step *step = &copy.steps[i];
        double left = (double)step->before - saved[i];
        step->before = number_add(left > 0 ? (uint64_t)left : 0, step->aside);
        step->own = own[i];
    }
    for (size_t i = 0; i < steps->lane_count; i++) {
        struct analysis_replay_lane *lane = &copy.lanes[i];
        double left = (double)lane->after - saved[steps->step_count + i];
        lane->after = number_add(left > 0 ? (uint64_t)left : 0, lane->aside);
    }
    analysis_replay_steps_run(archive, &copy, &result);
    uint64_t time = result.time;
    *missing = result.missing;
    analysis_replay_result_free(&result);
    free(copy.steps);
    free(copy.lanes);
    return time;
}

/* True if threads other than those of the replay were measured. */
static bool has_other_lanes(const struct archive *archive,
                            const struct analysis_replay_steps *steps)
{
    size_t lanes = 0;
    for (size_t i = 0; i < archive->lanes.rows; i++)
        lanes += archive->lanes.end[i] > archive->lanes.start[i];
    return lanes > steps->lane_count;
}

/* True if ranks wait for each other. */
static bool has_points(const struct analysis_replay_steps *steps)
{
    for (size_t i = 0; i < steps->step_count; i++) {
        if (steps->steps[i].count)
            return true;
    }
    return false;
}

/* Finds what makes the run less than a whole run of one program. */
static void find_state(const struct archive *archive, struct analysis_whatif *whatif)
{
    const struct archive_places *places = &archive->places;
    struct analysis_death death;
    size_t mains = 0;
    whatif->ended_early = analysis_deaths_first(archive, &death);
    for (size_t i = 0; i < places->rows; i++) {
        whatif->running |= places->state[i] == ARCHIVE_RUNNING;
        whatif->ended_early |=
            places->state[i] == ARCHIVE_UNFINISHED || places->state[i] == ARCHIVE_STOPPED;
    }
    for (size_t i = 0; i < whatif->run->steps.lane_count; i++)
        mains += whatif->run->steps.lanes[i].main;
    whatif->processes = !archive->ranked && mains > 1 ? mains : 0;
}

struct analysis_whatif *analysis_whatif_new(const struct cube *cube, struct error *error)
{
    const struct archive *archive = cube->archive;
    struct analysis_whatif *whatif = memory_zeroed(1, sizeof *whatif);
    struct whatif_run *run = memory_zeroed(1, sizeof *run);
    whatif->cube = cube;
    whatif->run = run;
    if (!read_steps(archive, &run->steps, error)) {
        analysis_whatif_free(whatif);
        return NULL;
    }
    run->gaps.threads = run->steps.threads;
    if (!whatif_gaps_read(&run->gaps, archive, &run->steps)) {
        is_missing(archive, REPLAY_INCOMPLETE, 0, error);
        analysis_whatif_free(whatif);
        return NULL;
    }
    set_begins(archive, &run->steps);
    whatif_progress_find(archive, &run->steps);
    whatif_calls_measure(archive, &run->steps);
    whatif_calls_network(archive, &run->steps, &whatif->latency, &whatif->bandwidth);
    whatif->unsized = whatif_calls_unsized(archive);
    whatif->measured = time_of_run(archive, &run->steps);
    whatif->has_messages = has_points(&run->steps);
    whatif->has_places = archive_has_places_only(archive);
    whatif->exact_waits = run->steps.exact_waits;
    whatif->estimated_waits = run->steps.estimated_waits;
    whatif->ignores_lanes = has_other_lanes(archive, &run->steps);
    find_state(archive, whatif);
    struct analysis_whatif_answer same =
        analysis_whatif_ask(whatif, &(struct analysis_whatif_scenario){0});
    whatif->replayed = same.time;
    whatif->missing = same.missing;
    return whatif;
}

void analysis_whatif_free(struct analysis_whatif *whatif)
{
    analysis_replay_steps_free(&whatif->run->steps);
    whatif_gaps_free(&whatif->run->gaps);
    free(whatif->run);
    free(whatif);
}

/* Returns the ns that each step takes by itself. */
static uint64_t *find_own(const struct analysis_whatif *whatif,
                          const struct analysis_whatif_scenario *scenario)
{
    const struct analysis_replay_steps *steps = &whatif->run->steps;
    const struct archive *archive = whatif->cube->archive;
    uint64_t *own = memory_zeroed(steps->step_count + 1, sizeof *own);
    double latency = scenario->latency >= 0 ? scenario->latency : whatif->latency;
    double bandwidth = scenario->bandwidth >= 0 ? scenario->bandwidth : whatif->bandwidth;
    for (size_t i = 0; i < steps->step_count; i++) {
        if (scenario->network == WHATIF_NETWORK_MEASURED)
            own[i] = steps->steps[i].own;
        else if (scenario->network == WHATIF_NETWORK_GIVEN)
            own[i] = whatif_calls_on(archive, steps, &steps->steps[i], latency > 0 ? latency : 0,
                                     bandwidth > 0 ? bandwidth : 0);
    }
    return own;
}

/* Returns, by group, the mean of the region's time over the lanes that have a group with the same
 * surroundings: the same part of the program on other ranks. */
static double *find_means(const struct whatif_gaps *gaps, const struct archive *archive,
                          const double *share)
{
    struct interned *keys = interned_new();
    uint32_t *key_of = memory_zeroed(gaps->group_count + 1, sizeof *key_of);
    double *sum = memory_zeroed(gaps->group_count + 1, sizeof *sum);
    double *lanes = memory_zeroed(gaps->group_count + 1, sizeof *lanes);
    double *mean = memory_zeroed(gaps->group_count + 1, sizeof *mean);
    for (size_t i = 0; i < gaps->group_count; i++) {
        const struct whatif_group *group = &gaps->groups[i];
        const uint32_t *region = archive->nodes.region;
        const uint32_t key[] = {region[group->around],
                                group->after == ARCHIVE_NONE ? 0 : region[group->after],
                                group->before == ARCHIVE_NONE ? 0 : region[group->before]};
        key_of[i] = interned_add(keys, key, sizeof key);
        sum[key_of[i]] += share[i] * (double)group->time;
        lanes[key_of[i]]++;
    }
    for (size_t i = 0; i < gaps->group_count; i++)
        mean[i] = sum[key_of[i]] / lanes[key_of[i]];
    interned_free(keys);
    free(key_of);
    free(sum);
    free(lanes);
    return mean;
}

/* Multiplies the part that is left of each group's time by what a change leaves. */
static void apply(const struct analysis_whatif *whatif, const struct analysis_whatif_change *change,
                  double *left, struct analysis_whatif_answer *answer)
{
    const struct whatif_gaps *gaps = &whatif->run->gaps;
    struct whatif_shares shares =
        whatif_gaps_shares(gaps, whatif->cube, change->region, change->exclusive);
    double *mean = change->even ? find_means(gaps, whatif->cube->archive, shares.share) : NULL;
    assert(change->faster > 0);
    for (size_t i = 0; i < gaps->group_count; i++) {
        double time = (double)gaps->groups[i].time, in = shares.share[i] * time;
        left[i] *= 1 - (in - (mean ? mean[i] : in) / change->faster) / time;
    }
    answer->region = number_add(answer->region, shares.time);
    answer->placed = number_add(answer->placed, shares.placed);
    answer->sure = number_add(answer->sure, shares.sure);
    whatif_shares_free(&shares);
    free(mean);
}

/* Returns the ns that are saved before each step, and after the last one of each lane. */
static double *find_saved(const struct whatif_run *run, const double *left)
{
    double *saved = memory_zeroed(run->steps.step_count + run->steps.lane_count + 1, sizeof *saved);
    for (size_t i = 0; i < run->gaps.piece_count; i++) {
        const struct whatif_piece *piece = &run->gaps.pieces[i];
        saved[piece->gap] += (double)piece->time * (1 - left[piece->group]);
    }
    return saved;
}

struct analysis_whatif_answer analysis_whatif_ask(const struct analysis_whatif *whatif,
                                                  const struct analysis_whatif_scenario *scenario)
{
    const struct whatif_run *run = whatif->run;
    struct analysis_whatif_answer answer = {0};
    double *left = memory_zeroed(run->gaps.group_count + 1, sizeof *left); /* by group: a part */
    for (size_t i = 0; i < run->gaps.group_count; i++)
        left[i] = 1;
    for (size_t i = 0; i < scenario->count; i++)
        apply(whatif, &scenario->changes[i], left, &answer);
    double *saved = find_saved(run, left);
    uint64_t *own = find_own(whatif, scenario);
    answer.time = replay(whatif->cube->archive, &run->steps, saved, own, &answer.missing);
    free(left);
    free(saved);
    free(own);
    return answer;
}
