/* numbers.h: the numbers of a timeline, as JSON and CSV. */
#ifndef REPORT_SHOW_NUMBERS_H
#define REPORT_SHOW_NUMBERS_H

#include "report/show/show.h"
#include "report/table/json.h"

/* Add the fields of a timeline to `object`, and its CSV table. */
void numbers_timeline(json_t *object, const struct cube_timeline *timeline);
void numbers_timeline_csv(struct buffer *to, const struct cube_timeline *timeline);

#endif
