/* sealed.c: reads the tables of a sealed archive. */
#include "archive/table/sealed.h"

#include "archive/table/schema.h"
#include "archive/table/table_rows.h"
#include "archive/time/pyramid.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_ROOM = 1024, MOST_COLUMNS = 256 };

/* Splits a file name such as "visits.u64" into column and type. False if it is no column's. */
static bool split(const char *file, char name[32], enum archive_table_type *type)
{
    const char *dot = strrchr(file, '.');
    if (!dot || dot == file || dot - file >= 32 || !archive_table_type_of(dot + 1, type))
        return false;
    memcpy(name, file, (size_t)(dot - file));
    name[dot - file] = '\0';
    return true;
}

static bool read_column(const struct archive_folder *folder, struct archive_table *table,
                        const char *file_name, struct error *error)
{
    char name[32], path[PATH_ROOM];
    enum archive_table_type type;
    struct archive_folder_file file;
    if (!split(file_name, name, &type))
        return true;
    snprintf(path, sizeof path, "tables/%s/%s", table->name, file_name);
    if (!archive_folder_open(folder, path, &file))
        return error_set(error, "%s cannot be read", path);
    size_t size = archive_table_type_size(type), mapped = 0;
    void *data = file.size % size ? NULL : archive_folder_map(&file, &mapped);
    uint64_t bytes = file.size;
    archive_folder_close(&file);
    if (!data)
        return error_set(error, "%s is damaged: %llu bytes are not a whole number of elements",
                         path, (unsigned long long)bytes);
    struct archive_table_column *column = archive_table_add_column(table, name, type);
    column->data = data;
    column->mapped = mapped;
    column->rows = (size_t)(bytes / size);
    return true;
}

/* Reads a table that is a single file. True without adding a column if there is none. */
static bool read_rows(const struct archive_folder *folder, struct archive_table *table,
                      struct error *error)
{
    char path[PATH_ROOM];
    size_t size = 0;
    struct error why = {0};
    snprintf(path, sizeof path, "tables/%s" TABLE_ROWS_END, table->name);
    char *bytes = archive_folder_read_all(folder, path, TABLE_ROWS_LARGEST, &size);
    bool read = !bytes || archive_table_rows_decode(table, bytes, size, &why);
    free(bytes);
    return read || error_set(error, "%s is damaged: %.200s", path, why.text);
}

static bool read_columns(const struct archive_folder *folder, struct archive_table *table,
                         char **files, struct error *error)
{
    for (char **file = files; *file; file++) {
        if (table->column_count >= MOST_COLUMNS)
            return error_set(error, "the table %s has too many columns", table->name);
        if (!read_column(folder, table, *file, error))
            return false;
    }
    return true;
}

/* Takes the number of rows from the columns; with `same`, they must agree. */
static bool count_rows(struct archive_table *table, bool same, struct error *error)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (i && same && table->columns[i].rows != table->rows)
            return error_set(error, "the table %s is damaged: its columns differ in length",
                             table->name);
        table->rows = table->columns[i].rows;
    }
    return true;
}

static bool read_table(const struct archive_folder *folder, struct archive_table *table,
                       const char *name, bool same, struct error *error)
{
    char path[PATH_ROOM];
    archive_table_init(table, name);
    if (!read_rows(folder, table, error))
        return false;
    if (table->column_count)
        return count_rows(table, same, error);
    snprintf(path, sizeof path, "tables/%s", name);
    char **files = archive_folder_names(folder, path);
    bool read = read_columns(folder, table, files, error) && count_rows(table, same, error);
    archive_folder_free_names(files);
    return read;
}

static bool read_strings(const struct archive_folder *folder, struct archive *archive,
                         struct error *error)
{
    struct archive_table *table = &archive->string_table;
    if (!read_table(folder, table, "strings", false, error))
        return false;
    const struct archive_table_column *offset = archive_table_find(table, "offset"),
                                      *bytes = archive_table_find(table, "bytes");
    if (!offset || offset->type != TABLE_U64 || !bytes || bytes->type != TABLE_U8)
        return error_set(error, "the table strings is damaged: offset.u64 or bytes.u8 is missing");
    size_t rows = offset->rows;
    const uint64_t *at = offset->data;
    const char *text = bytes->data;
    if (rows < 2 || at[0] != 0)
        return error_set(error,
                         "the table strings is damaged: it does not begin with the empty text");
    for (size_t i = 0; i + 1 < rows; i++) {
        if (at[i + 1] <= at[i] || at[i + 1] > bytes->rows || text[at[i + 1] - 1] != '\0')
            return error_set(error, "the table strings is damaged: row %zu has no end", i);
    }
    table->rows = rows - 1;
    archive->strings = (struct archive_strings){rows - 1, at, text};
    return true;
}

enum { LARGEST_VERSION = 1000 }; /* a larger number is not a version, but damage */

static bool check_version(const struct archive_folder *folder, struct error *error)
{
    struct archive_folder_file file;
    uint32_t version = 0;
    if (archive_folder_open(folder, "tables/archive/version.u32", &file)) {
        archive_folder_read(&file, 0, &version, sizeof version);
        archive_folder_close(&file);
    }
    if (version > SEALED_VERSION && version < LARGEST_VERSION)
        return error_set(error,
                         "it was made by a newer version of Triptych: update this one to read it");
    if (version && version < SEALED_VERSION)
        return error_set(
            error, "it was made by an earlier version of Triptych, whose tables this one does "
                   "not read: measure again, or read it with the version that run.json names");
    return version == SEALED_VERSION ||
           error_set(error, "it is damaged: tables/archive/version.u32");
}

/* True for a damaged table of events: the archive is read as one without events. */
static bool is_left_out(const struct archive *archive, int table)
{
    return archive->lacks_events && (table == SCHEMA_BLOCKS || table == SCHEMA_PARTS);
}

bool archive_sealed_read_events(const struct archive_folder *folder, struct archive *archive,
                                struct error *error)
{
    if (archive->lacks_events)
        return true;
    for (int i = 0; i < ARCHIVE_PYRAMID_TABLES; i++) {
        if (!read_table(folder, &archive->pyramid_tables[i], archive_pyramid_names[i], true, error))
            return false;
    }
    return read_table(folder, &archive->event_table, "events", false, error) &&
           read_table(folder, &archive->cycle_table, "cycles", true, error) &&
           read_table(folder, &archive->shape_table, "cycle_shape", true, error);
}

bool archive_sealed_read(const struct archive_folder *folder, struct archive *archive,
                         struct error *error)
{
    archive->sealed = true;
    if (!check_version(folder, error) || !read_strings(folder, archive, error))
        return false;
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        bool left_out = is_left_out(archive, i);
        if (!left_out &&
            !read_table(folder, &archive->tables[i], archive_schema_tables[i].name, true, error))
            return false;
        if (left_out || (archive_schema_tables[i].optional && !archive->tables[i].column_count))
            archive_schema_init_table(archive, (enum archive_schema_which)i);
        if (!archive_schema_bind(archive, (enum archive_schema_which)i, error))
            return false;
    }
    return archive_sealed_read_events(folder, archive, error) &&
           (archive->lacks_events ||
            read_table(folder, &archive->sample_table, "samples", true, error));
}
