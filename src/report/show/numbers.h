/* numbers.h: what the displays' numbers for machines share. */
#ifndef REPORT_SHOW_NUMBERS_H
#define REPORT_SHOW_NUMBERS_H

#include "report/show/show.h"
#include "report/table/json.h"

/* A timeline has fields, and a table, of its own. */
void numbers_timeline(json_t *object, const struct timeline *timeline);
void numbers_timeline_csv(struct buffer *to, const struct timeline *timeline);

#endif
