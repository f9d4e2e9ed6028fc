/* schema.h: the columns of an archive's tables: the only place where they are named. */
#ifndef ARCHIVE_TABLE_SCHEMA_H
#define ARCHIVE_TABLE_SCHEMA_H

#include "archive/archive.h"

/* The value of a column that an archive lacks because all of its rows would have that value. */
enum schema_missing {
    SCHEMA_DAMAGE, /* every archive has the column; without it the table is damaged */
    SCHEMA_ZEROS,
    SCHEMA_ONES, /* all bits set: ARCHIVE_NONE, ARCHIVE_UNKNOWN */
};

struct schema_column {
    const char *name;
    enum table_type type;
    size_t place; /* offset of the pointer in the struct of columns */
    bool text;    /* values are rows of the table strings */
    enum schema_missing missing;
};

struct schema_table {
    const char *name;
    const struct schema_column *columns;
    size_t column_count;
    size_t place;  /* offset of the struct of columns in struct archive */
    bool optional; /* a missing table has no rows */
};

/* in the order of enum schema_which, which is that of archive->tables */
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

/* Make all tables, or one, without rows and with all their columns. */
void schema_init(struct archive *archive);
void schema_init_table(struct archive *archive, enum schema_which which);

/* Adds rows of zeros. The columns move: pointers in the struct of columns are renewed. */
void schema_add_rows(struct archive *archive, enum schema_which which, size_t count);

/* Sets the number of rows: fewer than were added. */
void schema_set_rows(struct archive *archive, enum schema_which which, size_t rows);

/* Points the struct of columns to the table's columns. False if one is missing or has another
 * type. */
bool schema_bind(struct archive *archive, enum schema_which which, struct error *error);

/* True if a column need not be written: all of its rows have the value that a missing column
 * has. */
bool schema_may_lack(enum schema_which which, const struct table_column *column, size_t rows);

/* Checks that every number that refers to a row of another table does so. False with an error. */
bool schema_check(const struct archive *archive, struct error *error);

#endif
