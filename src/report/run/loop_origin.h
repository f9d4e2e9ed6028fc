/* loop_origin.h: the function that a loop of a binary was inlined from, and the user's own line
 * that calls it. */
#ifndef REPORT_RUN_LOOP_ORIGIN_H
#define REPORT_RUN_LOOP_ORIGIN_H

#include "archive/archive.h"
#include "report/table/sheet.h"

/* The columns of the line, and of the function. */
#define REPORT_LOOP_ORIGIN_LINE_COLUMNS                                                            \
    {"from_line", NULL, SHEET_ID, 0, 0, false},                                                    \
    {                                                                                              \
        "from_file", NULL, SHEET_TEXT, 0, 0, false                                                 \
    }
#define REPORT_LOOP_ORIGIN_NAME_COLUMNS                                                            \
    {NULL, "inlined from", SHEET_TEXT, 2, 10, false}, {"called", NULL, SHEET_TEXT, 0, 0, false},   \
    {                                                                                              \
        "inlined", NULL, SHEET_TEXT, 0, 0, false                                                   \
    }

/* Add the cells of a row of archive->loops; ARCHIVE_NONE: it is no loop of a binary. */
void report_loop_origin_line_cells(struct report_sheet *sheet, const struct archive *archive,
                                   uint32_t row);
void report_loop_origin_name_cells(struct report_sheet *sheet, const struct archive *archive,
                                   uint32_t row);

/* Adds the user's own line, "heat.cc:30". False if it is unknown, or the loop was not inlined. */
bool report_loop_origin_where(struct buffer *to, const struct archive *archive, uint32_t row);

/* Explains the column of the name. */
void report_loop_origin_meaning(struct report_sheet *sheet);

/* Adds the name of the function that was called on that line, or else of the innermost one,
 * without its last template arguments. False if the loop was not inlined. */
bool report_loop_origin(struct buffer *to, const struct archive *archive, uint32_t row);

#endif
