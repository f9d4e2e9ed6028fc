/* column_file.c: see column_file.h */
#include "archive/table/column_file.h"

#include "archive/table/atomic_file.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct table_file {
    char *path;
    FILE **columns;
    size_t count;
};

static bool open_columns(struct table_file *file, const struct archive_table *table,
                         struct error *error)
{
    for (; file->count < table->column_count; file->count++) {
        const struct archive_table_column *column = &table->columns[file->count];
        char *path = memory_printf("%s/%s.%s", file->path, column->name,
                                   archive_table_type_name(column->type));
        file->columns[file->count] = fopen(path, "wxe");
        if (!file->columns[file->count])
            error_errno(error, "%s cannot be written", path);
        free(path);
        if (!file->columns[file->count])
            return false;
    }
    return true;
}

struct table_file *archive_table_file_open(const struct archive_table *table, const char *folder,
                                           struct error *error)
{
    struct table_file *file = memory_zeroed(1, sizeof *file);
    file->path = memory_printf("%s/%s", folder, table->name);
    file->columns = memory_zeroed(table->column_count, sizeof *file->columns);
    if (archive_file_make_folder(file->path, error) && open_columns(file, table, error))
        return file;
    struct error other;
    archive_table_file_close(file, &other);
    return NULL;
}

void archive_table_file_add(struct table_file *file, const struct archive_table *table, size_t rows)
{
    assert(file->count == table->column_count);
    for (size_t i = 0; i < file->count; i++)
        fwrite(table->columns[i].data, archive_table_type_size(table->columns[i].type), rows,
               file->columns[i]);
}

bool archive_table_file_close(struct table_file *file, struct error *error)
{
    bool good = true;
    for (size_t i = 0; i < file->count; i++) {
        good &= !ferror(file->columns[i]);
        good &= fclose(file->columns[i]) == 0;
    }
    if (!good)
        error_errno(error, "%s cannot be written", file->path);
    free(file->columns);
    free(file->path);
    free(file);
    return good;
}
