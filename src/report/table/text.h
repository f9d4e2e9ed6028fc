/* text.h: a sheet as aligned text. */
#ifndef REPORT_TABLE_TEXT_H
#define REPORT_TABLE_TEXT_H

#include "report/run/report.h"
#include "report/table/sheet.h"

enum report_text_style {
    TEXT_PLAIN,
    TEXT_TITLE,
    TEXT_HEADING,
    TEXT_FAINT,
    TEXT_STRONG,
    TEXT_WARN,
};

/* Adds text, in its style if colours are on. */
void report_text_styled(struct buffer *to, const struct report_options *options,
                        enum report_text_style style, const char *text);

/* Adds the words of a text in lines no wider than the options say, then a newline; `indent` begins
 * every line but the first. */
void report_text_wrapped(struct buffer *to, const struct report_options *options,
                         enum report_text_style style, const char *text, const char *indent);

/* Adds a line like report_text_wrapped, after cleaning it of control characters and invalid UTF-8.
 * Frees the buffer `line`. */
void report_text_clean(struct buffer *to, const struct report_options *options,
                       enum report_text_style style, struct buffer *line, const char *indent);

/* Adds the table: title, headings, rows, and below it rows and columns that are not shown, the
 * meanings of columns, and notes. */
void report_text_sheet(struct buffer *to, const struct report_options *options,
                       const struct report_sheet *sheet);

#endif
