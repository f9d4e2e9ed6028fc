/* footnotes.h: notes below a table on what is unknown, and why. */
#ifndef REPORT_RUN_FOOTNOTES_H
#define REPORT_RUN_FOOTNOTES_H

#include "report/table/view.h"

/* Adds one note per reason, after `what` ("- of bytes") if that is not NULL. The notes name the
 * regions if there are several reasons or no `what`. */
void reasons_note(const struct view *view, struct sheet *sheet, const struct view_items *items,
                  const char *what);

/* Adds a note on events that are missing in a table that is made from events, if there are any. */
void missing_note(const struct archive *archive, struct sheet *sheet);

#endif
