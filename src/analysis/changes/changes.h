/* changes.h: what differs between runs before and after a change: visits, trips, times, bytes and
 * instructions of each region, or of each call path; what is new, gone or renamed.
 *
 *     archives ──items.h──▶ items ──match.h──▶ table ──▶ rows, with values of all runs
 *                                                          │
 *                               noise.h ──▶ judge.c ◀──────┘ ──▶ changes
 *
 * Counts differ exactly or not at all, if they are the same in all runs of a side. Times, and
 * counts that vary, differ if that is more than the noise of several runs (noise.h). If a side has
 * one run, that may be an outlier; with one run on each side, noise is unknown, and a time that
 * differs by more than the threshold may have changed. */
#ifndef ANALYSIS_CHANGES_CHANGES_H
#define ANALYSIS_CHANGES_CHANGES_H

#include "analysis/changes/match.h"

#include <stdbool.h>

enum analysis_changes_measure {
    CHANGES_TIME,      /* ns of all lanes, in no timed region below; of the run, its duration */
    CHANGES_INCLUSIVE, /* ns of all lanes; shown, but not judged */
    CHANGES_VISITS,
    CHANGES_TRIPS, /* source iterations, where the compiler's factor is known */
    CHANGES_BYTES,
    CHANGES_INSTRUCTIONS, /* exclusive */
    CHANGES_MEASURES,
};

/* What became of a row. */
enum analysis_changes_fate {
    CHANGES_KEPT,
    CHANGES_NEW,
    CHANGES_GONE,
    CHANGES_RENAMED,
    CHANGES_INLINED,    /* a routine that is no longer called, but whose source is executed */
    CHANGES_OUTLINED,   /* the same, the other way round */
    CHANGES_UNMEASURED, /* only one side measured regions of its kind, or its routine */
};

/* A region, or a call path. Row 0 is the run. */
struct analysis_changes_row {
    uint32_t entry;                 /* of the table; ARCHIVE_NONE: the run */
    uint32_t parent;                /* of a call path: the row above; else 0 */
    uint32_t run[CHANGES_SIDES];    /* the first run of the side that has it; ARCHIVE_NONE: none */
    uint32_t region[CHANGES_SIDES]; /* its region there */
    enum analysis_changes_fate fate;
    bool elsewhere; /* new or gone, but the other side may execute its code elsewhere: see
                       elsewhere.c */
};

/* The reason why a difference counts as one. */
enum analysis_changes_how {
    CHANGES_EXACT,   /* the numbers do not vary */
    CHANGES_TESTED,  /* more than the noise */
    CHANGES_GUESSED, /* more than the threshold, and more than the noise as far as it is known; but
                        a side has one run */
};

/* A measure of a row that differs, or the fate of the row. */
struct analysis_change {
    uint32_t row;
    bool fate; /* the row is new, gone, renamed or inlined; `measure` tells its size */
    enum analysis_changes_measure measure;
    enum analysis_changes_how how;
    /* medians; NaN: not known. The time or instructions of what is new or gone include those of
     * rows that are so within it. */
    double before, after;
    double p; /* corrected; NaN: there was no test */
};

/* The limits of a comparison. */
struct analysis_changes_limits {
    double threshold;    /* smaller changes of varying numbers do not count: a part, such as 0.1 */
    double least_share;  /* nor do times below this part of the run's */
    double significance; /* of the tests */
};

/* What a row's own time includes, because it was not timed by itself. */
enum {
    CHANGES_LACKS_LOOPS = 1, /* the times of its own loops */
    CHANGES_LACKS_CALLS = 2, /* the times of regions inside that other runs timed */
};

struct analysis_changes {
    struct analysis_changes_table table;
    struct analysis_changes_limits limits;
    bool paths;    /* rows are call paths */
    bool repeated; /* there are several runs on a side: noise is known */
    bool crowded;  /* lanes of a run waited for cores, and noise is unknown: no time is judged */
    bool clocks;   /* times are of different clocks: none is compared */
    struct analysis_changes_row *rows;
    uint32_t count;
    double *values; /* by row, measure and run; NaN: not known */
    uint8_t *lacks; /* by row and run: CHANGES_LACKS_... */
    uint8_t *trips; /* by row and run: bits of enum division_trips; 0: there are no trips */
    double *p;      /* by row and measure: corrected; NaN: there was no test */
    double total[CHANGES_SIDES];     /* ns: median of all rows' exclusive times */
    struct analysis_change *changes; /* the largest first */
    size_t change_count, change_room;
    size_t untold;    /* loops whose trips may be several source iterations, and are not compared */
    size_t elsewhere; /* rows that are new or gone, but may be executed elsewhere */
    size_t unlike;    /* rows whose times are not compared, as they do not include the same */
    size_t within; /* rows that are new or gone together with the routine around them, and are part
                      of its change */
    double matched[CHANGES_SIDES]; /* part of the side's work in rows that both sides have */
};

/* Compares runs; those before come first. Limits of 0 take their default. The archives must outlive
 * the result. */
struct analysis_changes *analysis_changes_new(const struct archive *const *archives, size_t before,
                                              size_t after, bool paths,
                                              const struct analysis_changes_limits *limits);
void analysis_changes_free(struct analysis_changes *changes);

/* Returns the values of a row's measure, by run. */
static inline double *analysis_changes_values(const struct analysis_changes *changes, uint32_t row,
                                              enum analysis_changes_measure measure)
{
    return &changes->values[((size_t)row * CHANGES_MEASURES + measure) * changes->table.run_count];
}

/* Returns the median of a side; NaN if it is not known in any run of it. A row that a side does not
 * have has 0 visits there, and so on. */
double analysis_changes_median(const struct analysis_changes *changes, uint32_t row,
                               enum analysis_changes_measure measure, int side);

/* Returns the same for a condition: a count of a row that is new or gone is 0 on the side that does
 * not have it, if that side measured it, and does not execute it elsewhere. */
double analysis_changes_count(const struct analysis_changes *changes, uint32_t row,
                              enum analysis_changes_measure measure, int side);

/* Returns the corrected p-value of a row's measure; NaN if there was no test. */
double analysis_changes_p(const struct analysis_changes *changes, uint32_t row,
                          enum analysis_changes_measure measure);

/* Returns the p-value of a row's measure alone, not corrected for the number of tests; NaN if the
 * number does not vary, or if there are too few runs. */
double analysis_changes_test(const struct analysis_changes *changes, uint32_t row,
                             enum analysis_changes_measure measure);

/* Returns the archive and region as which a row is shown: that after the change, if there is one,
 * or that of a side. */
uint32_t analysis_changes_region(const struct analysis_changes *changes, uint32_t row,
                                 const struct archive **archive);

/* Fills rows and values: values.c. */
void analysis_changes_fill(struct analysis_changes *changes);

/* Finds rows of other builds that may be executed elsewhere: elsewhere.c. */
void analysis_changes_find_elsewhere(struct analysis_changes *changes);

/* Finds the changes: judge.c. */
void analysis_changes_judge(struct analysis_changes *changes);

#endif
