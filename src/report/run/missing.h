/* missing.h: says that a run has none of what a table shows, and what would record it. */
#ifndef REPORT_RUN_MISSING_H
#define REPORT_RUN_MISSING_H

#include "report/table/view.h"

/* Adds a sentence for each of these sections (enum report_section), of which nothing was shown. The
 * critical path has sentences of its own: critical.h. */
void report_missing_text(const struct report_view *view, unsigned sections, struct buffer *to);

#endif
