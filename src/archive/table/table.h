/* table.h: a table is a set of columns of one length; a column is an array of one type. */
#ifndef ARCHIVE_TABLE_TABLE_H
#define ARCHIVE_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum archive_table_type {
    TABLE_U8,
    TABLE_U16,
    TABLE_U32,
    TABLE_U64,
    TABLE_I64,
    TABLE_F64,
};

struct archive_table_column {
    char name[32];
    enum archive_table_type type;
    void *data;
    size_t rows;   /* of a column that was read from a file: its own number of rows */
    size_t mapped; /* bytes, if the data is a mapped file; 0: it is on the heap */
};

struct archive_table {
    char name[32];
    size_t rows, room;
    size_t column_count;
    struct archive_table_column *columns;
};

/* Types have names on disk: "u8" and so on. archive_table_type_of returns false for an unknown
 * name. */
const char *archive_table_type_name(enum archive_table_type type);
bool archive_table_type_of(const char *name, enum archive_table_type *type);
size_t archive_table_type_size(enum archive_table_type type);

void archive_table_init(struct archive_table *table, const char *name);
void archive_table_free(struct archive_table *table);

/* Adds a column: before there are rows, without data; or afterwards, and the caller then sets
 * `data` to an array of `rows` elements, which the table owns. The result is valid until the next
 * call. */
struct archive_table_column *archive_table_add_column(struct archive_table *table, const char *name,
                                                      enum archive_table_type type);

/* Returns the column of that name, or NULL. */
const struct archive_table_column *archive_table_find(const struct archive_table *table,
                                                      const char *name);

/* Adds rows of zeros. All columns must be on the heap; their data may move. */
void archive_table_add_rows(struct archive_table *table, size_t count);

#endif
