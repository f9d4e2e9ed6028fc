/* waits.h: which lanes wait for what, and which lane holds it, in sentences. */
#ifndef REPORT_ANALYSIS_WAITS_H
#define REPORT_ANALYSIS_WAITS_H

#include "report/table/view.h"

/* Adds sentences on deadlocks and on lanes that wait. Adds nothing if no lane waits, or if the run
 * ended normally without a deadlock. */
void report_waits_text(const struct report_view *view, struct buffer *to);

#endif
