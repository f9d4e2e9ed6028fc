/* table_rows.h: a small table as one file, row after row: an array of records in NumPy's format
 * .npy, version 1. Creating a file for each column would be most of what sealing a short run
 * costs. */
#ifndef ARCHIVE_TABLE_TABLE_ROWS_H
#define ARCHIVE_TABLE_TABLE_ROWS_H

#include "archive/table/table.h"
#include "util/buffer.h"
#include "util/error.h"

#define TABLE_ROWS_END ".npy" /* behind the name of the table, where others have a folder */

enum {
    TABLE_ROWS_SMALL = 4096,     /* bytes in the columns of a table that is written in this way */
    TABLE_ROWS_LARGEST = 1 << 20 /* bytes of a file that is read */
};

/* Appends the file's bytes: `rows` rows of these columns. False: the head would be too long. */
bool table_rows_encode(struct buffer *to, const struct table_column *const *columns, size_t count,
                       size_t rows);

/* Adds the columns of such a file, each with its own data and number of rows. */
bool table_rows_decode(struct table *table, const char *bytes, size_t size, struct error *error);

#endif
