/* footnotes.h: footnotes that say why something is not known of some regions. */
#ifndef REPORT_RUN_FOOTNOTES_H
#define REPORT_RUN_FOOTNOTES_H

#include "report/table/view.h"

/* One note of the sheet for each reason, after `what`: "- of bytes". Where there are several
 * reasons, or nothing (NULL) stands in their place, the regions are named. */
void reasons_note(const struct view *view, struct sheet *sheet, const struct view_items *items,
                  const char *what);

#endif
