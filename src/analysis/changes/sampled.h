/* sampled.h: routines that took more or less CPU time after a change, by the samples of
 * `triptych run --sample`.
 *
 * A routine is matched by its name, without the suffixes of a compiler's copies, and its source
 * file, or the library it is in where that is not known. A difference counts if it is more than
 * SAMPLED_FAR standard deviations of a number of samples, of which several may come at once, and,
 * with several runs on a side, if it is more than their noise (noise.h). */
#ifndef ANALYSIS_CHANGES_SAMPLED_H
#define ANALYSIS_CHANGES_SAMPLED_H

#include "analysis/changes/changes.h"

enum { SAMPLED_FAR = 4 };

/* A routine that samples found. */
struct analysis_sampled_routine {
    uint32_t run[CHANGES_SIDES];   /* the first run of the side that has it; ARCHIVE_NONE: none */
    uint32_t row[CHANGES_SIDES];   /* of the table stacks there */
    double median[CHANGES_SIDES];  /* ns, exclusive, of all lanes */
    double samples[CHANGES_SIDES]; /* of all runs of the side */
    double p;                      /* corrected; NaN: there was no test */
    double own_p;                  /* not corrected: of the routine by itself */
    bool is_judged;                /* it took enough time for that */
    bool is_far;                   /* the difference is more than chance */
    bool has_changed; /* it is more than noise, too, and as large as a change must be */
};

struct analysis_sampled_changes {
    const struct analysis_changes *changes;
    bool is_sampled[CHANGES_SIDES];            /* all runs of the side have samples */
    double total[CHANGES_SIDES];               /* ns: medians of the runs' CPU times */
    struct analysis_sampled_routine *routines; /* the largest differences first */
    size_t count;
    size_t both;    /* routines that were found on both sides */
    size_t changed; /* routines that have changed */
};

/* Returns NULL if no run has samples. */
struct analysis_sampled_changes *
analysis_sampled_changes_new(const struct analysis_changes *changes);
void analysis_sampled_changes_free(struct analysis_sampled_changes *sampled);

/* Returns the name of a routine, as the runs after the change have it if they do. */
const char *analysis_sampled_name(const struct analysis_changes *changes,
                                  const struct analysis_sampled_routine *routine);

#endif
