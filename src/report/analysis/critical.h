/* critical.h: the critical path, for the tables and sentences of a report. */
#ifndef REPORT_ANALYSIS_CRITICAL_H
#define REPORT_ANALYSIS_CRITICAL_H

#include "analysis/critical.h"
#include "report/table/view.h"

/* What a report finds of it when it is first asked for. */
struct critical_kept;
struct critical_kept *critical_kept_new(void);
void critical_kept_free(struct critical_kept *kept);
const struct critical *critical_of(const struct view *view);

/* How long it is, and where most of it is; nothing if it is not known. */
void critical_text(const struct view *view, struct buffer *to);

/* Why it is not known, if it is not; unless it was asked for, only where the user may expect it. */
void critical_missing_text(const struct view *view, bool asked, struct buffer *to);

#endif
