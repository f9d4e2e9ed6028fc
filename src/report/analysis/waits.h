/* waits.h: who waits for what held by whom, in sentences. */
#ifndef REPORT_ANALYSIS_WAITS_H
#define REPORT_ANALYSIS_WAITS_H

#include "report/table/view.h"

/* Nothing is added when nobody waits, or the run has ended and nothing was stuck. */
void waits_text(const struct view *view, struct buffer *to);

#endif
