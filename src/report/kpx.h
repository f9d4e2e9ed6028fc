/* kpx.h: a report in the layout of kpx's ktool, for scripts that read it: one record a line. */
#ifndef REPORT_KPX_H
#define REPORT_KPX_H

#include "report/view.h"

void kpx_write(const struct view *view, struct buffer *to);

/* A sheet as a ruled table. A column is as wide as its `min`, or as what is in it. */
void kpx_table(const struct view *view, struct buffer *to, const struct sheet *sheet);

#endif
