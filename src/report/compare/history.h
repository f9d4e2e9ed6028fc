/* history.h: a measure of regions over many runs, and where it jumps, as text, JSON, CSV, and as
 * pictures. */
#ifndef REPORT_COMPARE_HISTORY_H
#define REPORT_COMPARE_HISTORY_H

#include "analysis/history/history.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* The part of a history that is shown. */
struct report_history {
    const struct analysis_history *history;
    enum analysis_changes_measure measure;
    const uint8_t *chosen; /* by series: it was asked for; NULL: no series was */
    size_t *drawn;         /* series that are drawn: the chosen ones; else the run, and those with
                              the latest jumps */
    size_t drawn_count;
};

enum { REPORT_HISTORY_DRAWN = 4 }; /* series that are drawn unless they were asked for */

struct report_history report_history_new(const struct analysis_history *history,
                                         enum analysis_changes_measure measure,
                                         const uint8_t *chosen);
void report_history_free(struct report_history *of);

/* Writes the jumps of the chosen series, or of all. JSON also has the runs and the values of the
 * drawn series. With `plot`, text has their pictures. */
void report_history_write(FILE *out, const struct report_history *of, bool plot,
                          const struct report_options *options);

/* Adds a picture of a series for the terminal. */
void report_history_plot(const struct report_history *of, size_t series,
                         const struct report_options *options, struct buffer *to);

/* Returns a picture of the drawn series, one below the other; to be freed. */
char *report_history_svg(const struct report_history *of);

/* Writes, by run, the median of the values between the jumps around it; NaN: not known. */
void report_history_levels(const struct report_history *of, size_t series, double *levels);

/* Adds the name of a run, and its commit in short: "a.tri (1a2b3c4d)". */
void report_history_run(const struct report_history *of, size_t run, struct buffer *to);

/* True if a series jumps at a run. */
bool report_history_jumps(const struct report_history *of, size_t series, size_t run);

#endif
