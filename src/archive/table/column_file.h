/* column_file.h: a table written in parts: rows are put into a table in memory, and go to the files
 * of its columns whenever there are enough of them. */
#ifndef ARCHIVE_TABLE_COLUMN_FILE_H
#define ARCHIVE_TABLE_COLUMN_FILE_H

#include "archive/table/table.h"
#include "util/error.h"

struct table_file;

/* Makes the table's folder below another, and its files. NULL with an error when that fails. */
struct table_file *table_file_open(const struct table *table, const char *folder,
                                   struct error *error);

/* Writes the first rows of that table behind what was written before. An error is seen in the end.
 */
void table_file_add(struct table_file *file, const struct table *table, size_t rows);

bool table_file_close(struct table_file *file, struct error *error);

#endif
