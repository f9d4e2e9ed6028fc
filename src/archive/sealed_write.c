/* sealed_write.c: writing the tables of a sealed archive. */
#include "archive/sealed.h"

#include "archive/files.h"
#include "archive/schema.h"

#include <limits.h>
#include <stdio.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "columns are written as they are in memory");

static bool write_column(const char *folder, const struct table *table,
                         const struct table_column *column, size_t rows, struct error *error)
{
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s/%s.%s", folder, table->name, column->name,
                        table_type_name(column->type));
    if (size >= (int)sizeof path)
        return error_set(error, "the path is too long: %.200s...", path);
    return files_write(path, column->data, rows * table_type_size(column->type), error);
}

static bool make_table(const char *folder, const char *name, char path[PATH_MAX],
                       struct error *error)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
        return error_set(error, "the path is too long: %.200s...", path);
    return files_make_folder(path, error);
}

/* which: one of those that schema.h names; ARCHIVE_TABLES: none, and all columns are written. A
 * file for each column is most of what sealing a small archive costs. */
static bool write_table(const char *folder, const struct table *table, int which,
                        struct progress *progress, struct error *error)
{
    char path[PATH_MAX];
    if (!make_table(folder, table->name, path, error))
        return false;
    for (size_t i = 0; i < table->column_count; i++) {
        progress_show(progress, i, table->column_count);
        if (which < ARCHIVE_TABLES &&
            schema_may_lack((enum schema_which)which, &table->columns[i], table->rows))
            continue;
        if (!write_column(folder, table, &table->columns[i], table->rows, error))
            return false;
    }
    return true;
}

static bool write_strings(const char *folder, const struct archive *archive, struct error *error)
{
    char path[PATH_MAX];
    const struct table *table = &archive->string_table;
    size_t rows = archive->strings.rows;
    return make_table(folder, table->name, path, error) &&
           write_column(folder, table, table_find(table, "offset"), rows + 1, error) &&
           write_column(folder, table, table_find(table, "bytes"), archive->strings.offset[rows],
                        error);
}

static bool write_version(const char *folder, struct error *error)
{
    static const uint32_t version[] = {SEALED_VERSION};
    struct table_column column = {.name = "version", .type = TABLE_U32, .data = (void *)version};
    struct table table = {.name = "archive", .rows = 1, .column_count = 1, .columns = &column};
    return write_table(folder, &table, ARCHIVE_TABLES, NULL, error);
}

bool sealed_write(const struct archive *archive, const char *folder, struct progress *progress,
                  struct error *error)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        if (schema_tables[i].optional && !archive->tables[i].rows)
            continue;
        if (!write_table(folder, &archive->tables[i], i, progress, error))
            return false;
    }
    if (archive->sample_table.rows &&
        !write_table(folder, &archive->sample_table, ARCHIVE_TABLES, progress, error))
        return false;
    return write_strings(folder, archive, error) && write_version(folder, error);
}
