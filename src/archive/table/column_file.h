/* column_file.h: writes a table in parts: rows are collected in a table in memory and appended to
 * the files of its columns whenever there are enough of them. */
#ifndef ARCHIVE_TABLE_COLUMN_FILE_H
#define ARCHIVE_TABLE_COLUMN_FILE_H

#include "archive/table/table.h"
#include "util/error.h"

struct table_file;

/* Makes the table's folder below `folder`, with an empty file per column. Returns NULL with an
 * error on failure; the caller closes it with archive_table_file_close. */
struct table_file *archive_table_file_open(const struct archive_table *table, const char *folder,
                                           struct error *error);

/* Appends the first `rows` rows of a table with the same columns. Errors are reported by
 * archive_table_file_close. */
void archive_table_file_add(struct table_file *file, const struct archive_table *table,
                            size_t rows);

/* Closes and frees the file. False with an error if any of its rows could not be written. */
bool archive_table_file_close(struct table_file *file, struct error *error);

#endif
