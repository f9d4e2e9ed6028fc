/* json.h: sheets for machines. */
#ifndef REPORT_TABLE_JSON_H
#define REPORT_TABLE_JSON_H

#include "report/table/sheet.h"

#include <jansson.h>

json_t *json_text(const char *text); /* made valid first */
json_t *
json_count(uint64_t number); /* at most the largest that JSON's readers take exactly: INT64_MAX */
json_t *json_real_number(double number); /* null when it is not a finite number */
json_t *json_sheet(const struct sheet *sheet);

/* With a line of keys; text quoted where it must be (RFC 4180). */
void csv_sheet(struct buffer *to, const struct sheet *sheet);

#endif
