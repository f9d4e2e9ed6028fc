/* divide.h: the loops of a serial run that are worth dividing. */
#ifndef REPORT_ANALYSIS_DIVIDE_H
#define REPORT_ANALYSIS_DIVIDE_H

#include "report/table/view.h"

/* Adds the table, with what one must know about it; nothing if the run is not serial. */
void report_divide_text(const struct report_view *view, struct buffer *to);

#endif
