/* critical.h: the critical path, in the tables and sentences of a report. */
#ifndef REPORT_ANALYSIS_CRITICAL_H
#define REPORT_ANALYSIS_CRITICAL_H

#include "analysis/critical.h"
#include "report/table/view.h"

/* The critical path of a run, which report_critical_of finds when it is first called. */
struct critical_kept;
struct critical_kept *report_critical_kept_new(void);
void report_critical_kept_free(struct critical_kept *kept);

/* Returns the path; it belongs to the view. */
const struct analysis_critical *report_critical_of(const struct report_view *view);

/* Adds how long the path is, and where most of it is; nothing if the path is unknown. */
void report_critical_text(const struct report_view *view, struct buffer *to);

/* Adds why the path is unknown, if it is. Unless `asked` is set, the usual reasons are not given:
 * one lane, several programs, no events, CPU time. */
void report_critical_missing_text(const struct report_view *view, bool asked, struct buffer *to);

#endif
