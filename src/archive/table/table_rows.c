/* table_rows.c: see table_rows.h. The header is a Python literal on one line: {'descr': [('count',
 * '<u8'), ...], 'fortran_order': False, 'shape': (3,), } */
#include "archive/table/table_rows.h"

#include "util/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH_AT = 8, HEAD_AT = 10, ALIGNED = 64, LONGEST_HEAD = 0xffff, MOST_COLUMNS = 256 };

static const char magic[] = "\x93NUMPY\x01"; /* followed by a zero byte: version 1.0 */

static const char *const codes[] = {
    [TABLE_U8] = "|u1",  [TABLE_U16] = "<u2", [TABLE_U32] = "<u4",
    [TABLE_U64] = "<u8", [TABLE_I64] = "<i8", [TABLE_F64] = "<f8",
};

enum { CODES = sizeof codes / sizeof codes[0], CODE_SIZE = 3 };

_Static_assert(sizeof magic == LENGTH_AT, "the length of the head follows");

static void add_head(struct buffer *to, const struct archive_table_column *const *columns,
                     size_t count, size_t rows)
{
    buffer_add(to, "{'descr': [");
    for (size_t i = 0; i < count; i++)
        buffer_printf(to, "%s('%s', '%s')", i ? ", " : "", columns[i]->name,
                      codes[columns[i]->type]);
    buffer_printf(to, "], 'fortran_order': False, 'shape': (%zu,), }", rows);
}

static void add_row(struct buffer *to, const struct archive_table_column *const *columns,
                    size_t count, size_t row)
{
    for (size_t i = 0; i < count; i++) {
        size_t size = archive_table_type_size(columns[i]->type);
        buffer_add_bytes(to, (const char *)columns[i]->data + row * size, size);
    }
}

bool archive_table_rows_encode(struct buffer *to, const struct archive_table_column *const *columns,
                               size_t count, size_t rows)
{
    struct buffer head = {0};
    add_head(&head, columns, count, rows);
    while ((HEAD_AT + head.used + 1) % ALIGNED)
        buffer_add(&head, " ");
    buffer_add(&head, "\n");
    bool fits = head.used <= LONGEST_HEAD;
    if (fits) {
        const unsigned char length[] = {head.used & 0xff, (unsigned char)(head.used >> 8)};
        buffer_add_bytes(to, magic, sizeof magic);
        buffer_add_bytes(to, length, sizeof length);
        buffer_add_bytes(to, head.text, head.used);
        for (size_t row = 0; row < rows; row++)
            add_row(to, columns, count, row);
    }
    buffer_free(&head);
    return fits;
}

/* Skips a text. False if it is not there. */
static bool skip(const char **at, const char *end, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(end - *at) < size || memcmp(*at, text, size) != 0)
        return false;
    *at += size;
    return true;
}

static bool take_name(const char **at, const char *end, char name[32])
{
    size_t used = 0;
    while (*at < end && (isalnum((unsigned char)**at) || **at == '_') && used < 31)
        name[used++] = *(*at)++;
    name[used] = '\0';
    return used > 0;
}

static bool take_code(const char **at, const char *end, enum archive_table_type *type)
{
    for (int i = 0; i < CODES; i++) {
        if (skip(at, end, codes[i])) {
            *type = (enum archive_table_type)i;
            return true;
        }
    }
    return false;
}

static bool take_columns(const char **at, const char *end, struct archive_table *table)
{
    for (;;) {
        char name[32];
        enum archive_table_type type;
        if (table->column_count >= MOST_COLUMNS || !skip(at, end, "('") ||
            !take_name(at, end, name) || !skip(at, end, "', '") || !take_code(at, end, &type) ||
            !skip(at, end, "')"))
            return false;
        archive_table_add_column(table, name, type);
        if (skip(at, end, "]"))
            return true;
        if (!skip(at, end, ", "))
            return false;
    }
}

/* Reads a number; one that is larger than any file may lose digits but stays too large. */
static bool take_number(const char **at, const char *end, size_t *number)
{
    const char *first = *at;
    *number = 0;
    while (*at < end && isdigit((unsigned char)**at)) {
        if (*number <= TABLE_ROWS_LARGEST)
            *number = *number * 10 + (size_t)(**at - '0');
        ++*at;
    }
    return *at > first;
}

static bool take_head(const char *at, const char *end, struct archive_table *table, size_t *rows)
{
    if (!skip(&at, end, "{'descr': [") || !take_columns(&at, end, table) ||
        !skip(&at, end, ", 'fortran_order': False, 'shape': (") || !take_number(&at, end, rows) ||
        !skip(&at, end, ",), }"))
        return false;
    while (skip(&at, end, " "))
        continue;
    return skip(&at, end, "\n") && at == end;
}

/* Copies the data of the columns from `first` on out of the records. */
static void take_data(struct archive_table *table, size_t first, const char *data, size_t rows)
{
    for (size_t i = first; i < table->column_count; i++) {
        size_t size = archive_table_type_size(table->columns[i].type);
        table->columns[i].data = memory_zeroed(rows + 1, size);
        table->columns[i].rows = rows;
    }
    for (size_t row = 0; row < rows; row++) {
        for (size_t i = first; i < table->column_count; i++) {
            size_t size = archive_table_type_size(table->columns[i].type);
            memcpy((char *)table->columns[i].data + row * size, data, size);
            data += size;
        }
    }
}

bool archive_table_rows_decode(struct archive_table *table, const char *bytes, size_t size,
                               struct error *error)
{
    size_t first = table->column_count, rows = 0, record = 0;
    if (size < HEAD_AT || memcmp(bytes, magic, sizeof magic) != 0)
        return error_set(error, "it is not a NumPy array");
    size_t length =
        (size_t)(unsigned char)bytes[LENGTH_AT] | (size_t)(unsigned char)bytes[LENGTH_AT + 1] << 8;
    const char *head = bytes + HEAD_AT;
    if (length > size - HEAD_AT || !take_head(head, head + length, table, &rows))
        return error_set(error, "its header is not understood");
    for (size_t i = first; i < table->column_count; i++)
        record += archive_table_type_size(table->columns[i].type);
    size_t data = size - HEAD_AT - length;
    if (rows * record != data)
        return error_set(error, "it has %zu bytes of rows instead of %zu rows of %zu bytes", data,
                         rows, record);
    take_data(table, first, head + length, rows);
    return true;
}
