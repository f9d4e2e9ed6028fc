/* json.h: sheets as JSON, CSV and Markdown. */
#ifndef REPORT_TABLE_JSON_H
#define REPORT_TABLE_JSON_H

#include "report/table/sheet.h"

#include <jansson.h>

/* Returns a string; bytes that are not valid UTF-8 are replaced. */
json_t *report_json_text(const char *text);

/* Returns a number, at most INT64_MAX, the largest that jansson can hold. */
json_t *report_json_count(uint64_t number);
json_t *report_json_bytes(uint64_t bytes); /* null if they are not known */

/* Returns a number, or null if it is not finite. */
json_t *report_json_real_number(double number);

/* Returns an array with an object per row, which has the keys of the columns. */
json_t *report_json_sheet(const struct report_sheet *sheet);

/* Writes a line of keys and a line per row; text is quoted where it must be (RFC 4180). */
void report_csv_sheet(struct buffer *to, const struct report_sheet *sheet);

/* Writes the columns that have a heading as a table of Markdown, below its title. */
void report_markdown_sheet(struct buffer *to, const struct report_sheet *sheet);

/* Adds text so that Markdown shows it as it is. */
void report_markdown_text(struct buffer *to, const char *text);

#endif
