/* division.h: how runs divide the loops of the first run between ranks or threads, as text, JSON or
 * CSV.
 *
 *     run 0 (usually serial)    run 1, run 2, ...
 *       loop: 1000 trips   ──▶    250 trips on each of 4 ranks: divided
 *                                 1000 trips on each: replicated; 1000 on one rank: done by one */
#ifndef REPORT_COMPARE_DIVISION_H
#define REPORT_COMPARE_DIVISION_H

#include "analysis/division/division.h"
#include "analysis/scaling/scaling.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* Writes the comparison, with the speed-up of the runs unless that is NULL. It uses format, top,
 * min_percent, width, color and utf8 of the options. CSV is the table of loops, one run after the
 * other. */
void report_division_write(FILE *out, const struct analysis_division *division,
                           const struct analysis_scaling *scaling,
                           const struct report_options *options);

/* Returns a row per run: its workers, their load, and the speed-up that it limits. */
struct report_sheet *report_division_runs_sheet(const struct analysis_division *division);

/* Returns the tree of loops and routines that have a share of the work, with the verdict on each
 * loop, for the runs from `first` to before `end`. */
struct report_sheet *report_division_loops_sheet(const struct analysis_division *division,
                                                 const struct report_options *options,
                                                 const char *title, size_t first, size_t end);

/* Returns the trips of all workers together, and the verdict, with a column per run. */
struct report_sheet *report_division_scaling_sheet(const struct analysis_division *division,
                                                   const struct report_options *options);

/* Returns a verdict in words: "divided". */
const char *report_division_word(enum analysis_division_verdict verdict);

/* Adds "4 ranks", "1 process" or "8 threads". */
void report_division_workers(const struct analysis_division *division, size_t run,
                             struct buffer *to);

/* Returns the name of a run's archive, without the folder. */
const char *report_division_name(const struct analysis_division *division, size_t run);

/* The nodes that are worth a row, children below their parents, the heaviest first. */
struct report_division_rows {
    uint32_t *nodes, *depths;
    size_t count;
    size_t hidden; /* loops without a row */
};

/* Returns the nodes that have at least min_percent of the work; to be freed. */
struct report_division_rows report_division_rows_find(const struct analysis_division *division,
                                                      const struct report_options *options);
void report_division_rows_free(struct report_division_rows *rows);

#endif
