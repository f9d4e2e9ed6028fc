/* tables.h: the tables of an archive for other programs: texts instead of rows of strings, words
 * instead of codes, empty cells for unknown values. */
#ifndef EXPORT_TABLES_TABLES_H
#define EXPORT_TABLES_TABLES_H

#include "export/export.h"

enum export_tables_type {
    TABLES_WHOLE, /* a number, or the row of another table */
    TABLES_FLAG,
    TABLES_REAL,
    TABLES_TEXT,
};

struct export_tables_column {
    const char *name;
    enum export_tables_type type;
    const char *of; /* the table whose row it is; NULL: none */
};

struct export_tables_cell {
    bool known;
    union {
        int64_t whole; /* also for flags */
        double real;
        const char *text; /* as it is in the archive; valid until the next row */
    };
};

enum { TABLES_COLUMNS = 96, TABLES_TABLES = ARCHIVE_TABLES + 6 };

/* A table. Its first column is always `row`, the number by which other tables refer to a row. */
struct export_tables_table {
    const char *name;
    size_t column_count;
    struct export_tables_column columns[TABLES_COLUMNS];
    uint64_t rows; /* approximate for events */
};

struct export_tables {
    struct export_job *job;
    uint64_t zero; /* ns: the start of the run, which is the zero of times */
    struct export_tables_table list[TABLES_TABLES];
    size_t count;
};

/* Returns true if archives have such a table; false with an error that lists the tables. */
bool export_tables_is_one(const char *name, struct error *error);

/* Returns false with an error if the archive cannot be read. */
bool export_tables_init(struct export_tables *tables, struct export_job *job, struct error *error);

/* Finds a table by name. Returns false with an error if there is none. */
bool export_tables_find(const struct export_tables *tables, const char *name, size_t *table,
                        struct error *error);

/* Passes every row of a table to `take`, its cells in the order of the columns. If `take` returns
 * false, stops and returns false without an error. */
typedef bool tables_take(void *to, const struct export_tables_cell *cells);
bool export_tables_each(const struct export_tables *tables, size_t table, tables_take *take,
                        void *to, struct error *error);

/* rows between two calls of export_go_on() */
enum { TABLES_OFTEN = 4096 };

/* Describes the table `run`, which has one row, from run.json. */
void export_tables_describe_run(struct export_tables_table *table);
bool export_tables_take_run(const struct export_tables *tables, tables_take *take, void *to);

/* Describes the table `events`. */
void export_tables_describe_events(struct export_tables_table *table);
bool export_tables_each_event(const struct export_tables *tables, tables_take *take, void *to,
                              struct error *error);

#endif
