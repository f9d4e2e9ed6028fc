/* footnotes.h: notes below a table on why something is unknown for some regions. */
#ifndef REPORT_RUN_FOOTNOTES_H
#define REPORT_RUN_FOOTNOTES_H

#include "report/table/view.h"

/* Adds one note per reason, after `what` ("- of bytes") if that is not NULL. The notes name the
 * regions if there are several reasons or no `what`. */
void reasons_note(const struct view *view, struct sheet *sheet, const struct view_items *items,
                  const char *what);

#endif
