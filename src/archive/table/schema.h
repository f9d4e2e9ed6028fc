/* schema.h: the columns of an archive's tables, as columns.h names them. */
#ifndef ARCHIVE_TABLE_SCHEMA_H
#define ARCHIVE_TABLE_SCHEMA_H

#include "archive/archive.h"

/* The value of a column that an archive lacks because all of its rows would have that value. */
enum archive_schema_missing {
    SCHEMA_DAMAGE, /* every archive has the column; without it the table is damaged */
    SCHEMA_ZEROS,
    SCHEMA_ONES, /* all bits set: ARCHIVE_NONE, ARCHIVE_UNKNOWN */
};

/* The meaning of a column's numbers. */
enum archive_schema_form {
    SCHEMA_NUMBER,
    SCHEMA_REAL,
    SCHEMA_TIME, /* ns */
    SCHEMA_BYTES,
    SCHEMA_MOMENT, /* ns of the archive's clock */
    SCHEMA_SIGNED, /* a signed number of 32 bits */
    SCHEMA_BOOL,
    SCHEMA_HEX,  /* a number that is a name: an id, an address, bits */
    SCHEMA_TEXT, /* a row of the table strings */
    SCHEMA_ROW,  /* a row of another table */
    SCHEMA_WORD, /* a code that has a word */
};

/* Values of a column that mean that there is none. */
enum archive_schema_absent {
    SCHEMA_NEVER,
    SCHEMA_LARGEST, /* of the column's type: ARCHIVE_NONE, ARCHIVE_UNKNOWN */
    SCHEMA_ZERO,
    SCHEMA_UNTIMED,  /* the largest number, and of nodes that are not timed any number */
    SCHEMA_TRIPLESS, /* of nodes without known trips: 0 */
    SCHEMA_BYTELESS, /* of nodes that do not tell their bytes: archive_tells_bytes */
};

struct archive_schema_column {
    const char *name;
    enum archive_table_type type;
    size_t place; /* offset of the pointer in the struct of columns, if the table has one */
    bool text;    /* values are rows of the table strings */
    enum archive_schema_missing missing;
    enum archive_schema_form form;
    enum archive_schema_absent absent;
    const char *of;                     /* of SCHEMA_ROW: the table; else NULL */
    const char *(*word)(uint32_t code); /* of SCHEMA_WORD, "" for an unknown code; else NULL */
    const char *help;                   /* a phrase that says what it is */
};

struct archive_schema_table {
    const char *name;
    const struct archive_schema_column *columns;
    size_t column_count;
    size_t place;  /* offset of the struct of columns in struct archive */
    bool optional; /* a missing table has no rows */
};

/* in the order of enum archive_schema_which, which is that of archive->tables */
extern const struct archive_schema_table archive_schema_tables[ARCHIVE_TABLES];

/* The tables samples, cycles and cycle_shape, which have no struct of columns. */
enum { SCHEMA_OTHERS = 3 };
extern const struct archive_schema_table archive_schema_others[SCHEMA_OTHERS];

/* Returns the table of that name, of either list. NULL: there is none. */
const struct archive_schema_table *archive_schema_find(const char *name);

/* Returns the column of that name. NULL: there is none. */
const struct archive_schema_column *
archive_schema_find_column(const struct archive_schema_table *table, const char *name);

enum archive_schema_which {
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
    SCHEMA_STACKS,
    SCHEMA_OPERATIONS,
    SCHEMA_CARRIED,
    SCHEMA_CAPTURES,
    SCHEMA_MOVES,
    SCHEMA_VARIABLES,
    SCHEMA_FINISHES,
    SCHEMA_PARTICIPANTS,
};

/* Make all tables, or one, without rows and with all their columns. */
void archive_schema_init(struct archive *archive);
void archive_schema_init_table(struct archive *archive, enum archive_schema_which which);

/* Adds rows of zeros. The columns move: pointers in the struct of columns are renewed. */
void archive_schema_add_rows(struct archive *archive, enum archive_schema_which which,
                             size_t count);

/* Sets the number of rows: fewer than were added. */
void archive_schema_set_rows(struct archive *archive, enum archive_schema_which which, size_t rows);

/* Points the struct of columns to the table's columns. False if one is missing or has another
 * type. */
bool archive_schema_bind(struct archive *archive, enum archive_schema_which which,
                         struct error *error);

/* True if a column need not be written: all of its rows have the value that a missing column
 * has. */
bool archive_schema_may_lack(enum archive_schema_which which,
                             const struct archive_table_column *column, size_t rows);

/* Checks that every number that refers to a row of another table does so. False with an error. */
bool archive_schema_check(const struct archive *archive, struct error *error);

#endif
