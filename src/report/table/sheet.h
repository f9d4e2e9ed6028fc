/* sheet.h: a table to be shown: the same one as text, JSON or CSV. */
#ifndef REPORT_TABLE_SHEET_H
#define REPORT_TABLE_SHEET_H

#include "util/buffer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sheet_kind {
    SHEET_TEXT,
    SHEET_COUNT,
    SHEET_TIME, /* ns */
    SHEET_PERCENT,
    SHEET_MEAN,
    SHEET_ID,   /* a number that is a name: a line, a pid, a unit; may be less than 0 */
    SHEET_FLAG, /* true or false; machines only */
};

struct sheet_column {
    const char *key;     /* in JSON and CSV; NULL: text only */
    const char *heading; /* NULL: machines only */
    enum sheet_kind kind;
    int drop; /* left out first, where there is too little room, is the highest; 0: never */
    int min;  /* a text may be shortened to this width */
    bool bar; /* a percentage drawn as a bar */
};

struct sheet_cell {
    bool known;
    bool at_least;
    bool estimated;
    bool blank; /* nothing as text; for machines a number, or null when it is not known */
    uint64_t number;
    double real;
    char *text;
};

struct sheet {
    const char *key;
    const char *title;
    struct sheet_column columns[48];
    size_t column_count;
    struct sheet_cell *cells; /* row by row */
    size_t cell_count, cell_room;
    size_t more;       /* rows that were left out by --top */
    size_t each_first; /* from this column on each is of one thread, or what `each_name` says */
    size_t each_count; /* so many there are, with a column or without; 0: there is no such one */
    const char *each_name;
    struct buffer notes; /* lines below it */
    struct sheet_meaning {
        const char *heading, *text;
    } meanings[8]; /* of columns: told below it if they are shown */
    size_t meaning_count;
    bool tells_dropped; /* columns that there is no room for are named */
};

struct sheet *sheet_new(const char *key, const char *title);
void sheet_free(struct sheet *sheet);

void sheet_add_column(struct sheet *sheet, struct sheet_column column);
void sheet_note(struct sheet *sheet, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What the numbers of a column are. The texts are not copied. */
void sheet_meaning(struct sheet *sheet, const char *heading, const char *text);
size_t sheet_rows(const struct sheet *sheet);

/* Cells are added in the order of the columns. */
void sheet_text(struct sheet *sheet, const char *text);
void sheet_count(struct sheet *sheet, uint64_t number);
void sheet_count_known(struct sheet *sheet, uint64_t number, bool at_least);
void sheet_line(struct sheet *sheet, uint32_t line); /* of a file; 0: none */
void sheet_id(struct sheet *sheet, int64_t number);
void sheet_nothing(struct sheet *sheet); /* there is none: "", null */
void sheet_time(struct sheet *sheet, uint64_t ns, bool at_least);
void sheet_time_estimated(struct sheet *sheet, uint64_t ns);
void sheet_real(struct sheet *sheet, double real);
void sheet_flag(struct sheet *sheet, bool flag);
void sheet_unknown(struct sheet *sheet); /* was not measured: "-", null */

#endif
