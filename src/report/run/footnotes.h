/* footnotes.h: notes below a table on what is unknown, and why. */
#ifndef REPORT_RUN_FOOTNOTES_H
#define REPORT_RUN_FOOTNOTES_H

#include "report/table/view.h"

/* Adds one note per reason, after `what` ("- of bytes") if that is not NULL. The notes name the
 * regions if there are several reasons or no `what`. */
void report_footnotes_note(const struct report_view *view, struct report_sheet *sheet,
                           const struct report_view_items *items, const char *what);

/* Adds a note on events that are missing in a table that is made from events, if there are any. */
void report_missing_note(const struct archive *archive, struct report_sheet *sheet);

#endif
