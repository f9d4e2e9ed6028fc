/* scaling.h: the speed-up of runs and the factors of their efficiency, side by side. */
#ifndef REPORT_COMPARE_SCALING_H
#define REPORT_COMPARE_SCALING_H

#include "analysis/scaling/scaling.h"
#include "report/run/report.h"
#include "report/table/sheet.h"

/* Adds the table, a column per run, and which factor fell; nothing if fewer than two runs are
 * known. */
void report_scaling_text(const struct analysis_scaling *scaling,
                         const struct report_options *options, struct buffer *to);

/* Returns a row per run, for JSON. */
struct report_sheet *report_scaling_sheet(const struct analysis_scaling *scaling);

#endif
