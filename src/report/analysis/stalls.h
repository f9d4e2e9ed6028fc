/* stalls.h: ranks that wait in calls of MPI, in sentences. */
#ifndef REPORT_ANALYSIS_STALLS_H
#define REPORT_ANALYSIS_STALLS_H

#include "report/table/view.h"

/* Nothing is added when no rank was cut off, or is, in a call of MPI. */
void stalls_text(const struct view *view, struct buffer *to);

#endif
