/* schema.h: which columns the tables of an archive have; the one place where they are named. */
#ifndef ARCHIVE_TABLE_SCHEMA_H
#define ARCHIVE_TABLE_SCHEMA_H

#include "archive/archive.h"

/* What stands for a column that an archive lacks: one of an earlier version, or one whose rows
 * would all be the same. */
enum schema_missing {
    SCHEMA_DAMAGE, /* all archives have it */
    SCHEMA_ZEROS,
    SCHEMA_ONES, /* all bits */
};

struct schema_column {
    const char *name;
    enum table_type type;
    size_t place; /* of the pointer in the struct of columns */
    bool text;    /* rows of the table strings */
    enum schema_missing missing;
};

struct schema_table {
    const char *name;
    const struct schema_column *columns;
    size_t column_count;
    size_t place;  /* of the struct of columns in struct archive */
    bool optional; /* an archive without it has no rows of it */
};

/* In the order of struct archive's tables. */
extern const struct schema_table schema_tables[ARCHIVE_TABLES];

enum schema_which {
    SCHEMA_REGIONS,
    SCHEMA_PLACES,
    SCHEMA_LANES,
    SCHEMA_NODES,
    SCHEMA_LOGS,
    SCHEMA_BLOCKS,
    SCHEMA_PARTS,
    SCHEMA_OBJECTS,
    SCHEMA_WAITS,
    SCHEMA_ACTIVITIES,
    SCHEMA_DEPENDENCES,
    SCHEMA_COMMUNICATORS,
    SCHEMA_MEMBERS,
    SCHEMA_MESSAGES,
    SCHEMA_COLLECTIVES,
    SCHEMA_LOOPS,
    SCHEMA_NATIVES,
};

/* Empty tables with all their columns; one of them. */
void schema_init(struct archive *archive);
void schema_init_table(struct archive *archive, enum schema_which which);

/* Adds rows of zeros and renews the struct of columns. */
void schema_add_rows(struct archive *archive, enum schema_which which, size_t count);

/* Rows that were added in vain are taken away. */
void schema_set_rows(struct archive *archive, enum schema_which which, size_t rows);

/* Points the struct of columns to the table's columns. Fails when one is missing or of another
 * type. */
bool schema_bind(struct archive *archive, enum schema_which which, struct error *error);

/* Whether a column of the table need not be written, because all of its rows are what stands for it
 * where it is missing. */
bool schema_may_lack(enum schema_which which, const struct table_column *column, size_t rows);

/* Whether every number that is a row of another table is one. */
bool schema_check(const struct archive *archive, struct error *error);

#endif
