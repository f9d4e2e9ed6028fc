/* loop_origin.h: the function that a loop of a binary was inlined from, and the user's own line
 * that calls it. */
#ifndef REPORT_RUN_LOOP_ORIGIN_H
#define REPORT_RUN_LOOP_ORIGIN_H

#include "archive/archive.h"
#include "report/table/sheet.h"

/* Where a loop was inlined from. Texts are never NULL. */
struct report_loop_origin {
    const char *inlined; /* "a <- b", the innermost function first; "": the loop was not inlined */
    const char *called;  /* the one of them that was called on that line */
    const char *from_file;
    uint32_t from_line; /* 0: not known */
};

/* Returns that of a row of archive->loops; ARCHIVE_NONE: it is no loop of a binary. */
struct report_loop_origin report_loop_origin_of(const struct archive *archive, uint32_t row);

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

/* Add their cells. */
void report_loop_origin_line_cells(struct report_sheet *sheet,
                                   const struct report_loop_origin *origin);
void report_loop_origin_name_cells(struct report_sheet *sheet,
                                   const struct report_loop_origin *origin);

/* Adds the cells of a loop's position, which are the columns "where", "line", "file" and "loop
 * line", and those of the user's own line. That is where a loop of a library is, which has its own
 * line in the column "loop line" then. */
void report_loop_origin_where_cells(struct report_sheet *sheet,
                                    const struct report_loop_origin *origin, const char *file,
                                    uint32_t line);

/* Adds the user's own line, "heat.cc:30". False if it is unknown, or the loop was not inlined. */
bool report_loop_origin_where(struct buffer *to, const struct report_loop_origin *origin);

/* Explain the columns of the name and of the loop's own line. */
void report_loop_origin_meaning(struct report_sheet *sheet);
void report_loop_origin_line_meaning(struct report_sheet *sheet);

/* Adds the name of the function that was called on that line, or else of the innermost one,
 * without its last template arguments. False if the loop was not inlined. */
bool report_loop_origin_name(struct buffer *to, const struct report_loop_origin *origin);

#endif
