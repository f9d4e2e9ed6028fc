/* sheet.h: a table in memory, which is then written as text (text.h), JSON or CSV (json.h).
 *
 * A sheet has columns, then cells row by row, then notes for the lines below the text:
 *
 *     columns  routine    visits    time_ns     file       each with a key, a heading and a kind
 *     cells    main       1         2000000     heat.c     row 0
 *              step       100       1900000     heat.c     row 1
 *     notes    "inclusive: with all that it calls"
 *
 * A column with a key is written as JSON and CSV, one with a heading as text; many have both. A
 * column's name is its key, or its heading where it has no key. Cells are added in the order of
 * the columns, each with the name of its column, and the sheet asserts that it is the next one. */
#ifndef REPORT_TABLE_SHEET_H
#define REPORT_TABLE_SHEET_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum report_sheet_kind {
    SHEET_TEXT, /* a name or a sentence: shortened where there is too little room */
    SHEET_WORD, /* a word or numbers as text: never shortened */
    SHEET_COUNT,
    SHEET_TIME, /* ns */
    SHEET_PERCENT,
    SHEET_MEAN,
    SHEET_ID,   /* a number that names something: a line, a pid, a Fortran unit; may be negative */
    SHEET_FLAG, /* true or false; for JSON and CSV only */
};

struct report_sheet_column {
    const char *key;     /* in JSON and CSV; NULL: the column is written as text only */
    const char *heading; /* in text; NULL: the column is written as JSON and CSV only */
    enum report_sheet_kind kind;
    int drop; /* where the text is too wide, columns with a higher number are dropped first; 0 is
                 dropped last */
    int min;  /* a SHEET_TEXT is not shortened further while columns can be dropped instead */
    bool bar; /* a percentage drawn as a bar */
};

struct report_sheet_cell {
    bool known;
    bool at_least;  /* the value is a lower bound */
    bool at_most;   /* the value is an upper bound */
    bool estimated; /* the value is an estimate */
    bool blank;     /* empty as text; JSON and CSV have the number, or null if it is unknown */
    uint64_t number;
    double real;
    char *text;
};

struct report_sheet {
    const char *key;
    const char *title;
    struct report_sheet_column columns[48];
    bool hidden[48]; /* columns that are not written as text, although they have a heading */
    size_t column_count;
    struct report_sheet_cell *cells; /* row by row */
    size_t cell_count, cell_room;
    size_t more;           /* rows that --top left out */
    size_t each_first;     /* the columns from this one on stand for one thread or rank each */
    size_t each_count;     /* number of these threads or ranks, with a column or without; 0: none */
    const char *each_name; /* "threads", "ranks" */
    struct buffer notes;   /* lines below the table */
    struct sheet_meaning {
        const char *heading, *text;
    } meanings[16]; /* explanations of columns, written below the table for columns that are shown
                     */
    size_t meaning_count;
};

/* Returns an empty sheet. `key` and `title` are not copied. */
struct report_sheet *report_sheet_new(const char *key, const char *title);
void report_sheet_free(struct report_sheet *sheet);

/* Add a column, and several; all columns are added before the first cell. */
void report_sheet_add_column(struct report_sheet *sheet, struct report_sheet_column column);
void report_sheet_add_columns(struct report_sheet *sheet, const struct report_sheet_column *columns,
                              size_t count);

/* Adds a line below the table. */
void report_sheet_note(struct report_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Explains the column with this heading below the table. The texts are not copied. */
void report_sheet_meaning(struct report_sheet *sheet, const char *heading, const char *text);

size_t report_sheet_rows(const struct report_sheet *sheet);

/* Each of these adds the next cell; `column` is the name of its column. */
void report_sheet_text(struct report_sheet *sheet, const char *column, const char *text);
void report_sheet_count(struct report_sheet *sheet, const char *column, uint64_t number);
void report_sheet_count_known(struct report_sheet *sheet, const char *column, uint64_t number,
                              bool at_least);
void report_sheet_line(struct report_sheet *sheet, const char *column, uint32_t line); /* 0: none */
void report_sheet_id(struct report_sheet *sheet, const char *column, int64_t number);
void report_sheet_time(struct report_sheet *sheet, const char *column, uint64_t ns, bool at_least);
void report_sheet_time_at_most(struct report_sheet *sheet, const char *column, uint64_t ns);
void report_sheet_time_estimated(struct report_sheet *sheet, const char *column, uint64_t ns);
void report_sheet_real(struct report_sheet *sheet, const char *column, double real);
void report_sheet_mean(struct report_sheet *sheet, const char *column, double mean, bool at_least);
void report_sheet_flag(struct report_sheet *sheet, const char *column, bool flag);

/* Adds a cell for something that was not measured: "-" as text, null in JSON. */
void report_sheet_unknown(struct report_sheet *sheet, const char *column);

/* Adds a cell for something that does not exist: empty as text, null in JSON. */
void report_sheet_nothing(struct report_sheet *sheet, const char *column);

/* Add such cells from column `first` to column `last`, both included. */
void report_sheet_unknown_range(struct report_sheet *sheet, const char *first, const char *last);
void report_sheet_nothing_range(struct report_sheet *sheet, const char *first, const char *last);

#endif
