/* division.h: how runs divided the loops of the first one, as text, JSON or CSV. */
#ifndef REPORT_COMPARE_DIVISION_H
#define REPORT_COMPARE_DIVISION_H

#include "analysis/division/division.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* Of the options: format, top, min_percent, width, color, utf8. CSV is the table of all runs' loops
 * below each other. */
void division_write(FILE *out, const struct division *division,
                    const struct report_options *options);

/* A row for each run: how many worked, and what that bounds. */
struct sheet *division_runs_sheet(const struct division *division);

/* The tree of what has a share in one of the runs, with what became of each loop. Rows of all runs
 * from `first` to before `end`. */
struct sheet *division_loops_sheet(const struct division *division,
                                   const struct report_options *options, const char *title,
                                   size_t first, size_t end);

/* Several runs beside each other: trips of all workers, and what became of each loop. */
struct sheet *division_scaling_sheet(const struct division *division,
                                     const struct report_options *options);

const char *division_word(enum division_verdict verdict); /* "divided" */

/* "4 ranks", "1 process", "8 threads" */
void division_workers(const struct division *division, size_t run, struct buffer *to);
const char *division_name(const struct division *division, size_t run); /* of the archive */

/* The nodes that are worth a row, children below their parents, the heaviest first. */
struct division_rows {
    uint32_t *nodes, *depths;
    size_t count;
    size_t hidden; /* loops that are not */
};

struct division_rows division_rows_find(const struct division *division,
                                        const struct report_options *options);
void division_rows_free(struct division_rows *rows);

#endif
