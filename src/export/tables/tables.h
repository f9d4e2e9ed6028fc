/* tables.h: the tables of an archive for other programs: texts instead of rows of strings, words
 * instead of codes, empty cells for unknown values. */
#ifndef EXPORT_TABLES_TABLES_H
#define EXPORT_TABLES_TABLES_H

#include "export/export.h"

enum tables_type {
    TABLES_WHOLE, /* a number, or the row of another table */
    TABLES_FLAG,
    TABLES_REAL,
    TABLES_TEXT,
};

struct tables_column {
    const char *name;
    enum tables_type type;
    const char *of; /* the table whose row it is; NULL: none */
};

struct tables_cell {
    bool known;
    union {
        int64_t whole; /* also for flags */
        double real;
        const char *text; /* as it is in the archive; valid until the next row */
    };
};

enum { TABLES_COLUMNS = 96, TABLES_TABLES = ARCHIVE_TABLES + 6 };

/* A table. Its first column is always `row`, the number by which other tables refer to a row. */
struct tables_table {
    const char *name;
    size_t column_count;
    struct tables_column columns[TABLES_COLUMNS];
    uint64_t rows; /* approximate for events */
};

struct tables {
    struct export_job *job;
    uint64_t zero; /* ns: the start of the run, which is the zero of times */
    struct tables_table list[TABLES_TABLES];
    size_t count;
};

/* Returns true if archives have such a table; false with an error that lists the tables. */
bool tables_is_one(const char *name, struct error *error);

/* Returns false with an error if the archive cannot be read. */
bool tables_init(struct tables *tables, struct export_job *job, struct error *error);

/* Finds a table by name. Returns false with an error if there is none. */
bool tables_find(const struct tables *tables, const char *name, size_t *table, struct error *error);

/* Passes every row of a table to `take`, its cells in the order of the columns. If `take` returns
 * false, stops and returns false without an error. */
typedef bool tables_take(void *to, const struct tables_cell *cells);
bool tables_each(const struct tables *tables, size_t table, tables_take *take, void *to,
                 struct error *error);

/* rows between two calls of export_go_on() */
enum { TABLES_OFTEN = 4096 };

/* Describes the table `run`, which has one row, from run.json. */
void tables_describe_run(struct tables_table *table);
bool tables_take_run(const struct tables *tables, tables_take *take, void *to);

/* Describes the table `events`. */
void tables_describe_events(struct tables_table *table);
bool tables_each_event(const struct tables *tables, tables_take *take, void *to,
                       struct error *error);

#endif
