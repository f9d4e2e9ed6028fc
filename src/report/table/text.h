/* text.h: a sheet as aligned text. */
#ifndef REPORT_TABLE_TEXT_H
#define REPORT_TABLE_TEXT_H

#include "report/run/report.h"
#include "report/table/sheet.h"

enum text_style {
    TEXT_PLAIN,
    TEXT_TITLE,
    TEXT_HEADING,
    TEXT_FAINT,
    TEXT_STRONG,
    TEXT_WARN,
};

/* Adds text in a style, when there are colours. */
void text_styled(struct buffer *to, const struct report_options *options, enum text_style style,
                 const char *text);

/* Words in lines no wider than the options say; `indent` begins every line but the first. */
void text_wrapped(struct buffer *to, const struct report_options *options, enum text_style style,
                  const char *text, const char *indent);

/* The same, of text that may hold anything; `line` is freed. */
void text_clean(struct buffer *to, const struct report_options *options, enum text_style style,
                struct buffer *line, const char *indent);

void text_sheet(struct buffer *to, const struct report_options *options, const struct sheet *sheet);

#endif
