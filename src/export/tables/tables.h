/* tables.h: the tables of an archive as other programs take them: texts instead of their rows,
 * words instead of codes, nothing where nothing is known. */
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
    const char *of; /* the table that it is a row of; NULL: it is none */
};

struct tables_cell {
    bool known;
    union {
        int64_t whole; /* and flags */
        double real;
        const char *text; /* as it is in the archive; valid until the next row */
    };
};

enum { TABLES_COLUMNS = 48, TABLES_TABLES = ARCHIVE_TABLES + 6 };

/* The first column is always `row`: the number by which other tables mean it. */
struct tables_table {
    const char *name;
    size_t column_count;
    struct tables_column columns[TABLES_COLUMNS];
    uint64_t rows; /* of events: about */
};

struct tables {
    struct export_job *job;
    uint64_t zero; /* ns: when the run began, by which moments are told */
    struct tables_table list[TABLES_TABLES];
    size_t count;
};

/* Whether archives have a table of that name; false with an error that tells what there is. */
bool tables_is_one(const char *name, struct error *error);

/* False with an error: something cannot be read. */
bool tables_init(struct tables *tables, struct export_job *job, struct error *error);

/* The number of the table; false with an error: there is none. */
bool tables_find(const struct tables *tables, const char *name, size_t *table, struct error *error);

/* Gives every row of a table, its cells in the order of the columns, until one is not taken: then
 * it is false, without an error. */
typedef bool tables_take(void *to, const struct tables_cell *cells);
bool tables_each(const struct tables *tables, size_t table, tables_take *take, void *to,
                 struct error *error);

/* How often it is looked whether to go on. */
enum { TABLES_OFTEN = 4096 };

/* What the columns of the archive's tables mean: see meaning.c. */
enum tables_absent {
    TABLES_NEVER,
    TABLES_LARGEST, /* the largest number stands for nothing */
    TABLES_ZERO,
    TABLES_UNTIMED,  /* of nodes that are only counted */
    TABLES_TRIPLESS, /* of nodes of which no trips are known */
    TABLES_BYTELESS, /* of nodes that tell no bytes */
};

enum tables_form {
    TABLES_AS_IT_IS,
    TABLES_ROW,    /* of a table */
    TABLES_WORD,   /* a code */
    TABLES_MOMENT, /* ns of the archive's clock: told from when the run began */
    TABLES_SIGNED, /* a number of 32 bits */
    TABLES_BOOL,
    TABLES_HEX, /* a number that is a name */
};

struct tables_meaning {
    const char *table, *column;
    enum tables_form form;
    enum tables_absent absent;
    const char *of;                     /* of TABLES_ROW */
    const char *(*word)(uint32_t code); /* of TABLES_WORD; "": there is none */
};

/* Never NULL. */
const struct tables_meaning *tables_meaning(const char *table, const char *column);

/* The table `run`, of one row: what run.json says. */
void tables_describe_run(struct tables_table *table);
bool tables_take_run(const struct tables *tables, tables_take *take, void *to);

/* The table `events`, in events.c. */
void tables_describe_events(struct tables_table *table);
bool tables_each_event(const struct tables *tables, tables_take *take, void *to,
                       struct error *error);

#endif
