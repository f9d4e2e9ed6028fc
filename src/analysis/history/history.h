/* history.h: a measure of each region over many runs, and where it jumps.
 *
 * Regions are followed from run to run as `triptych compare` matches them (changes.h), so a renamed
 * routine or a moved loop stays one series. Jumps are found by binary segmentation: a series is
 * split where the runs before and after differ most, by the test of noise.h in windows of 3, 5, 8,
 * 13 and all runs, if that is significant after correction for the number of windows, places and
 * series, and if the medians differ by more than the threshold; then each part is split in the same
 * way. Exclusive times are compared only with those that include the same (meanings.h). A count is
 * tested like that, too, if it
 * varies between jumps; else each of its changes is a jump. */
#ifndef ANALYSIS_HISTORY_HISTORY_H
#define ANALYSIS_HISTORY_HISTORY_H

#include "analysis/changes/changes.h"
#include "util/error.h"

enum { HISTORY_LEAST = 2 }; /* runs on each side of a jump */

/* A run, as it is shown. */
struct analysis_history_run {
    char *path, *name; /* name: without the folder */
    char *started;     /* "2026-01-31T12:00:00Z"; "": not known */
    char *commit;      /* "": not known */
    uint64_t places, lanes;
    uint64_t real_start; /* ns since 1970; 0: not known */
};

/* A region, with its values. Series 0 is the run. */
struct analysis_history_series {
    char *kind;        /* "loop"; of the run, "run" */
    char *label;       /* "loop 2 of main", of the last run that has it */
    char *name;        /* of the region; of a loop without a label, of its routine */
    char *source;      /* "heat.c:30"; "": not known */
    double *values;    /* by measure and run; NaN: not known */
    uint8_t some, all; /* bits of enum division_trips that some of its runs have, and all */
    uint64_t
        *meanings; /* by run: times of runs with the same number include the same: meanings.h */
};

/* A place where a series jumps. */
struct analysis_history_jump {
    size_t series;
    enum analysis_changes_measure measure;
    size_t run;           /* the first one after the jump */
    double before, after; /* medians of the runs since the last jump, and until the next one */
    double p;             /* corrected; NaN: a count that changed once and for all */
};

struct analysis_history {
    struct analysis_history_run *runs; /* in order of time, or of their names */
    size_t run_count;
    struct analysis_history_series *series;
    size_t count, room;
    struct analysis_history_jump *jumps; /* the latest first */
    size_t jump_count, jump_room;
};

/* Reads the archives at these paths, and follows their regions. Archives that cannot be read, or in
 * which nothing was measured, are left out; `skip` is called for each with the reason. `by_name`:
 * runs are ordered by name, else by time. NULL with an error if fewer than two remain. */
struct analysis_history *analysis_history_new(char *const *paths, size_t count, bool by_name,
                                              void (*skip)(const char *path, const char *why),
                                              struct error *error);
void analysis_history_free(struct analysis_history *history);

static inline double *analysis_history_values(const struct analysis_history *history, size_t series,
                                              enum analysis_changes_measure measure)
{
    return &history->series[series].values[(size_t)measure * history->run_count];
}

/* Finds the jumps of a measure. Limits of 0 take their default. */
void analysis_history_find_jumps(struct analysis_history *history,
                                 enum analysis_changes_measure measure, double threshold,
                                 double significance);

#endif
