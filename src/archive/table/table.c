/* table.c: see table.h */
#include "archive/table/table.h"

#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static const struct {
    const char *name;
    size_t size;
} types[] = {
    [TABLE_U8] = {"u8", 1},   [TABLE_U16] = {"u16", 2}, [TABLE_U32] = {"u32", 4},
    [TABLE_U64] = {"u64", 8}, [TABLE_I64] = {"i64", 8}, [TABLE_F64] = {"f64", 8},
};

enum { TYPES = sizeof types / sizeof types[0] };

const char *archive_table_type_name(enum archive_table_type type)
{
    assert((size_t)type < TYPES);
    return types[type].name;
}

size_t archive_table_type_size(enum archive_table_type type)
{
    assert((size_t)type < TYPES);
    return types[type].size;
}

bool archive_table_type_of(const char *name, enum archive_table_type *type)
{
    for (int i = 0; i < TYPES; i++) {
        if (!strcmp(types[i].name, name)) {
            *type = (enum archive_table_type)i;
            return true;
        }
    }
    return false;
}

void archive_table_init(struct archive_table *table, const char *name)
{
    *table = (struct archive_table){0};
    snprintf(table->name, sizeof table->name, "%s", name);
}

void archive_table_free(struct archive_table *table)
{
    for (size_t i = 0; i < table->column_count; i++) {
        struct archive_table_column *column = &table->columns[i];
        if (column->mapped)
            munmap(column->data, column->mapped);
        else
            free(column->data);
    }
    free(table->columns);
    *table = (struct archive_table){0};
}

struct archive_table_column *archive_table_add_column(struct archive_table *table, const char *name,
                                                      enum archive_table_type type)
{
    size_t room = table->column_count;
    table->columns =
        memory_grow(table->columns, &room, table->column_count + 1, sizeof *table->columns);
    struct archive_table_column *column = &table->columns[table->column_count++];
    *column = (struct archive_table_column){.type = type};
    snprintf(column->name, sizeof column->name, "%s", name);
    return column;
}

const struct archive_table_column *archive_table_find(const struct archive_table *table,
                                                      const char *name)
{
    for (size_t i = 0; i < table->column_count; i++) {
        if (!strcmp(table->columns[i].name, name))
            return &table->columns[i];
    }
    return NULL;
}

void archive_table_add_rows(struct archive_table *table, size_t count)
{
    size_t rows = table->rows + count, room = table->room;
    for (size_t i = 0; i < table->column_count; i++) {
        struct archive_table_column *column = &table->columns[i];
        assert(!column->mapped);
        size_t size = types[column->type].size;
        room = table->room;
        column->data = memory_grow(column->data, &room, rows, size);
        if (count) /* without a row, there may be no memory yet */
            memset((char *)column->data + table->rows * size, 0, count * size);
    }
    table->rows = rows;
    table->room = room;
}
