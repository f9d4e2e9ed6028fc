/* table.h: a table is a set of columns of one length; a column is an array. */
#ifndef ARCHIVE_TABLE_TABLE_H
#define ARCHIVE_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum table_type {
    TABLE_U8,
    TABLE_U16,
    TABLE_U32,
    TABLE_U64,
    TABLE_I64,
    TABLE_F64,
};

struct table_column {
    char name[32];
    enum table_type type;
    void *data;
    size_t rows;   /* of a column that was read from a file */
    size_t mapped; /* bytes, when the data is a mapped file; else it is on the heap */
};

struct table {
    char name[32];
    size_t rows, room;
    size_t column_count;
    struct table_column *columns;
};

/* Types by their names on disk: "u8" and so on. */
const char *table_type_name(enum table_type type);
bool table_type_of(const char *name, enum table_type *type);
size_t table_type_size(enum table_type type);

void table_init(struct table *table, const char *name);
void table_free(struct table *table);

/* Columns are added while there are no rows (then without data), or with data of `rows` elements,
 * which from then on is the table's. */
struct table_column *table_add_column(struct table *table, const char *name, enum table_type type);

/* NULL when there is none of this name. */
const struct table_column *table_find(const struct table *table, const char *name);

/* Adds rows of zeros; all columns must be on the heap. Their data moves. */
void table_add_rows(struct table *table, size_t count);

#endif
