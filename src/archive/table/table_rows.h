/* table_rows.h: stores a small table as one file, row by row: an array of records in NumPy's format
 * .npy, version 1. With a file per column, sealing a short run would mostly be creating files. */
#ifndef ARCHIVE_TABLE_TABLE_ROWS_H
#define ARCHIVE_TABLE_TABLE_ROWS_H

#include "archive/table/table.h"
#include "util/buffer.h"
#include "util/error.h"

#define TABLE_ROWS_END                                                                             \
    ".npy" /* suffix of the file, which stands beside the folders of larger tables */

enum {
    TABLE_ROWS_SMALL =
        4096, /* limit of a table that is written as one file, in bytes of its columns */
    TABLE_ROWS_LARGEST = 1 << 20 /* limit of a file that is read, in bytes */
};

/* Appends the bytes of the file: `rows` rows of these columns. False if the header would be too
 * long. */
bool archive_table_rows_encode(struct buffer *to, const struct archive_table_column *const *columns,
                               size_t count, size_t rows);

/* Adds the columns in such a file to a table, each with its data and its number of rows. False with
 * an error if the file is damaged. */
bool archive_table_rows_decode(struct archive_table *table, const char *bytes, size_t size,
                               struct error *error);

#endif
