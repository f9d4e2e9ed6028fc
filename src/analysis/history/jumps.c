/* jumps.c: finds where series jump, by binary segmentation. */
#include "analysis/history/history.h"

#include "analysis/changes/noise.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

static const double usual_threshold = 0.02, usual_significance = 0.001;
static const double least_share = 0.001; /* of the run's time: shorter regions are not tested */

/* The known values of one series that include the same, and their jumps. */
struct track {
    struct analysis_history *history;
    size_t series;
    enum analysis_changes_measure measure;
    double *values;
    size_t *runs; /* by value: its run */
    size_t count;
    uint8_t *jumps; /* by value: it is the first after a jump */
    double *p;      /* by value: of the jump */
    double tests;   /* number of series that are tested */
    double threshold, significance;
};

/* True if values of two runs include the same. Inclusive times and counts always do. */
static bool is_alike(const struct analysis_history *history, size_t series,
                     enum analysis_changes_measure measure, size_t a, size_t b)
{
    const uint64_t *meanings = history->series[series].meanings;
    return measure != CHANGES_TIME || meanings[a] == meanings[b];
}

/* True if a run is the first one of those whose values are like its own. */
static bool begins_track(const struct analysis_history *history, size_t series,
                         enum analysis_changes_measure measure, size_t run)
{
    const double *values = analysis_history_values(history, series, measure);
    bool begins = !isnan(values[run]);
    for (size_t i = 0; begins && i < run; i++)
        begins = isnan(values[i]) || !is_alike(history, series, measure, i, run);
    return begins;
}

/* Takes the values of the runs from `first` on that are like that one's. */
static struct track track_new(struct analysis_history *history, size_t series,
                              enum analysis_changes_measure measure, size_t first)
{
    size_t runs = history->run_count;
    struct track track = {
        .history = history,
        .series = series,
        .measure = measure,
        .values = memory_zeroed(runs + 1, sizeof *track.values),
        .runs = memory_zeroed(runs + 1, sizeof *track.runs),
        .jumps = memory_zeroed(runs + 1, sizeof *track.jumps),
        .p = memory_zeroed(runs + 1, sizeof *track.p),
    };
    const double *values = analysis_history_values(history, series, measure);
    for (size_t i = first; i < runs; i++) {
        if (isnan(values[i]) || !is_alike(history, series, measure, first, i))
            continue;
        track.runs[track.count] = i;
        track.values[track.count++] = values[i];
    }
    return track;
}

static void track_free(struct track *track)
{
    free(track->values);
    free(track->runs);
    free(track->jumps);
    free(track->p);
}

static bool is_time(enum analysis_changes_measure measure)
{
    return measure == CHANGES_TIME || measure == CHANGES_INCLUSIVE;
}

/* True if a count changes seldom: its values are stretches of two or more equal ones, or it changes
 * with the last run. */
static bool is_exact(const struct track *track)
{
    if (is_time(track->measure))
        return false;
    for (size_t i = 0, end; i < track->count; i = end) {
        for (end = i + 1; end < track->count && track->values[end] == track->values[i];)
            end++;
        if (end - i < HISTORY_LEAST && end < track->count && i > 0)
            return false;
    }
    return true;
}

/* True if a time is long enough for a test, in the median. */
static bool is_large(const struct track *track)
{
    const double *whole = analysis_history_values(track->history, 0, CHANGES_INCLUSIVE);
    double *shares = memory_zeroed(track->count + 1, sizeof *shares);
    for (size_t i = 0; i < track->count; i++)
        shares[i] = track->values[i] / whole[track->runs[i]];
    double median = analysis_noise_median(shares, track->count);
    free(shares);
    return !is_time(track->measure) || !track->series || median >= least_share;
}

/* True if a series is tested: it is long enough, and neither constant nor exact. */
static bool is_tested(const struct track *track)
{
    return track->count >= (size_t)2 * HISTORY_LEAST && is_large(track) && !is_exact(track);
}

static bool differs(const struct track *track, size_t from, size_t at, size_t to)
{
    double before = analysis_noise_median(track->values + from, at - from),
           after = analysis_noise_median(track->values + at, to - at);
    return fmax(before, after) > (1 + track->threshold) * fmin(before, after);
}

/* Returns the p-value of a jump: the smallest one of windows around it, corrected for their number.
 * Other jumps nearby do not hide it in all of them. */
static double test_jump(const struct track *track, size_t from, size_t at, size_t to)
{
    static const size_t windows[] = {3, 5, 8, 13, SIZE_MAX};
    const size_t count = sizeof windows / sizeof windows[0];
    double least = 1;
    for (size_t i = 0; i < count; i++) {
        size_t before = at - from < windows[i] ? at - from : windows[i],
               after = to - at < windows[i] ? to - at : windows[i];
        double p =
            analysis_noise_test(track->values + at - before, before, track->values + at, after);
        if (p < least && differs(track, at - before, at, at + after))
            least = p;
    }
    return fmin(1, least * (double)count);
}

/* Splits the values from `from` to before `to` where they differ most, and then the parts. */
static void split(struct track *track, size_t from, size_t to)
{
    double least = INFINITY;
    size_t found = 0;
    if (to - from < (size_t)2 * HISTORY_LEAST)
        return;
    for (size_t at = from + HISTORY_LEAST; at + HISTORY_LEAST <= to; at++) {
        double p = test_jump(track, from, at, to);
        if (p < least) {
            least = p;
            found = at;
        }
    }
    double places = (double)(to - from + 1 - (size_t)2 * HISTORY_LEAST);
    double corrected = fmin(1, least * places * track->tests);
    if (!found || !(corrected < track->significance))
        return;
    track->jumps[found] = 1;
    track->p[found] = corrected;
    split(track, from, found);
    split(track, found, to);
}

static void split_exact(struct track *track)
{
    for (size_t i = 1; i < track->count; i++) {
        track->jumps[i] = track->values[i] != track->values[i - 1];
        track->p[i] = NAN;
    }
}

/* Adds the jumps of a series, with the medians of the values between them. */
static void add_jumps(const struct track *track)
{
    struct analysis_history *history = track->history;
    for (size_t at = 1; at < track->count; at++) {
        size_t from = at - 1, to = at + 1;
        if (!track->jumps[at])
            continue;
        while (from > 0 && !track->jumps[from])
            from--;
        while (to < track->count && !track->jumps[to])
            to++;
        history->jumps = memory_grow(history->jumps, &history->jump_room, history->jump_count + 1,
                                     sizeof *history->jumps);
        history->jumps[history->jump_count++] = (struct analysis_history_jump){
            .series = track->series,
            .measure = track->measure,
            .run = track->runs[at],
            .before = analysis_noise_median(track->values + from, at - from),
            .after = analysis_noise_median(track->values + at, to - at),
            .p = track->p[at],
        };
    }
}

static int by_run(const void *left, const void *right)
{
    const struct analysis_history_jump *a = left, *b = right;
    if (a->run != b->run)
        return a->run > b->run ? -1 : 1;
    double one = fabs(a->after - a->before), two = fabs(b->after - b->before);
    if (!a->series != !b->series)
        return a->series ? 1 : -1;
    if (one != two)
        return one > two ? -1 : 1;
    return a->series < b->series ? -1 : a->series > b->series;
}

void analysis_history_find_jumps(struct analysis_history *history,
                                 enum analysis_changes_measure measure, double threshold,
                                 double significance)
{
    size_t tests = 0, runs = history->run_count;
    for (size_t i = 0; i < history->count * runs; i++) {
        if (!begins_track(history, i / runs, measure, i % runs))
            continue;
        struct track track = track_new(history, i / runs, measure, i % runs);
        tests += is_tested(&track);
        track_free(&track);
    }
    for (size_t i = 0; i < history->count * runs; i++) {
        if (!begins_track(history, i / runs, measure, i % runs))
            continue;
        struct track track = track_new(history, i / runs, measure, i % runs);
        track.tests = (double)tests;
        track.threshold = threshold > 0 ? threshold : usual_threshold;
        track.significance = significance > 0 ? significance : usual_significance;
        if (is_exact(&track))
            split_exact(&track);
        else if (is_tested(&track))
            split(&track, 0, track.count);
        add_jumps(&track);
        track_free(&track);
    }
    if (history->jump_count)
        qsort(history->jumps, history->jump_count, sizeof *history->jumps, by_run);
}
