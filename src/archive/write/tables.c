/* tables.c: writes the tables of a sealed archive. */
#include "archive/table/sealed.h"

#include "archive/table/atomic_file.h"
#include "archive/table/schema.h"
#include "archive/table/table_rows.h"
#include "util/memory.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "columns are written as they are in memory");

static bool write_column(const char *folder, const struct archive_table *table,
                         const struct archive_table_column *column, size_t rows,
                         struct error *error)
{
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s/%s.%s", folder, table->name, column->name,
                        archive_table_type_name(column->type));
    if (size >= (int)sizeof path)
        return error_set(error, "the path is too long: %.200s...", path);
    return archive_file_write(path, column->data, rows * archive_table_type_size(column->type),
                              error);
}

static bool make_table(const char *folder, const char *name, char path[PATH_MAX],
                       struct error *error)
{
    if (snprintf(path, PATH_MAX, "%s/%s", folder, name) >= PATH_MAX)
        return error_set(error, "the path is too long: %.200s...", path);
    return archive_file_make_folder(path, error);
}

/* The columns of a table that are written. */
struct chosen {
    const struct archive_table_column **columns;
    size_t count, bytes; /* of all columns together */
};

/* Chooses the columns to be written. which: a table of schema.h; ARCHIVE_TABLES: another one, all
 * of whose columns are written. */
static struct chosen choose(const struct archive_table *table, int which)
{
    struct chosen chosen = {memory_zeroed(table->column_count + 1, sizeof *chosen.columns), 0, 0};
    for (size_t i = 0; i < table->column_count; i++) {
        const struct archive_table_column *column = &table->columns[i];
        if (which < ARCHIVE_TABLES &&
            archive_schema_may_lack((enum archive_schema_which)which, column, table->rows))
            continue;
        chosen.columns[chosen.count++] = column;
        chosen.bytes += table->rows * archive_table_type_size(column->type);
    }
    return chosen;
}

static bool write_columns(const char *folder, const struct archive_table *table,
                          const struct chosen *chosen, struct progress *progress,
                          struct error *error)
{
    bool good = true;
    for (size_t i = 0; good && i < chosen->count; i++) {
        progress_show(progress, i, chosen->count);
        good = write_column(folder, table, chosen->columns[i], table->rows, error);
    }
    return good;
}

/* Writes a small table as one file. False without an error if it must be written by columns. */
static bool write_rows(const char *folder, const struct archive_table *table,
                       const struct chosen *chosen, struct error *error)
{
    struct buffer bytes = {0};
    bool small = chosen->count && chosen->bytes <= TABLE_ROWS_SMALL &&
                 archive_table_rows_encode(&bytes, chosen->columns, chosen->count, table->rows);
    char *path = memory_printf("%s/%s" TABLE_ROWS_END, folder, table->name);
    bool written = small && archive_file_write(path, bytes.text, bytes.used, error);
    free(path);
    buffer_free(&bytes);
    return written;
}

static bool write_table(const char *folder, const struct archive_table *table, int which,
                        struct progress *progress, struct error *error)
{
    char path[PATH_MAX];
    struct chosen chosen = choose(table, which);
    struct error why = {0};
    /* other programs read these to decode events: their form does not depend on the size */
    bool decodes = table->rows && (which == SCHEMA_BLOCKS || which == SCHEMA_PARTS);
    bool good = !decodes && write_rows(folder, table, &chosen, &why);
    if (!good && why.text[0])
        *error = why;
    else if (!good)
        good = make_table(folder, table->name, path, error) &&
               write_columns(folder, table, &chosen, progress, error);
    free(chosen.columns);
    return good;
}

static bool write_strings(const char *folder, const struct archive *archive, struct error *error)
{
    char path[PATH_MAX];
    const struct archive_table *table = &archive->string_table;
    size_t rows = archive->strings.rows;
    return make_table(folder, table->name, path, error) &&
           write_column(folder, table, archive_table_find(table, "offset"), rows + 1, error) &&
           write_column(folder, table, archive_table_find(table, "bytes"),
                        archive->strings.offset[rows], error);
}

static bool write_version(const char *folder, struct error *error)
{
    static const uint32_t version[] = {SEALED_VERSION};
    const struct archive_table_column column = {
        .name = "version", .type = TABLE_U32, .data = (void *)version};
    const struct archive_table table = {.name = "archive"};
    char path[PATH_MAX];
    return make_table(folder, table.name, path, error) &&
           write_column(folder, &table, &column, 1, error);
}

bool archive_sealed_write(const struct archive *archive, const char *folder,
                          struct progress *progress, struct error *error)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        if (archive_schema_tables[i].optional && !archive->tables[i].rows)
            continue;
        if (!write_table(folder, &archive->tables[i], i, progress, error))
            return false;
    }
    if (archive->sample_table.rows &&
        !write_table(folder, &archive->sample_table, ARCHIVE_TABLES, progress, error))
        return false;
    return write_strings(folder, archive, error) && write_version(folder, error);
}
