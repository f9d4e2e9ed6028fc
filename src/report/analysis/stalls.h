/* stalls.h: ranks that wait in MPI calls that never ended, in sentences. */
#ifndef REPORT_ANALYSIS_STALLS_H
#define REPORT_ANALYSIS_STALLS_H

#include "report/table/view.h"

/* Adds sentences on ranks that are in an MPI call, or were when they were killed; nothing if there
 * is none. */
void report_stalls_text(const struct report_view *view, struct buffer *to);

#endif
