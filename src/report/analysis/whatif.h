/* whatif.h: what a run would gain from changes, as text, JSON or CSV. */
#ifndef REPORT_ANALYSIS_WHATIF_H
#define REPORT_ANALYSIS_WHATIF_H

#include "analysis/whatif.h"
#include "report/run/report.h"

/* A change, and how it is named in the table. */
struct report_whatif_row {
    const char *name;
    struct analysis_whatif_scenario scenario;
};

/* Writes a row per change: the time of the run with it, and the gain. It uses format, width, color
 * and utf8 of the options. */
void report_whatif_write(FILE *out, const struct analysis_whatif *whatif,
                         const struct report_whatif_row *rows, size_t count,
                         const struct report_options *options);

/* Writes all regions by what the run gains if their own code is made twice as fast, the largest
 * gain first, and beside it their share of the time; then an even load and an ideal network. It
 * also uses top of the options. */
void report_whatif_write_all(FILE *out, const struct analysis_whatif *whatif,
                             const struct report_options *options);

#endif
