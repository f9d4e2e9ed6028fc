/* container.c: see container.h */
#include "container.h"

#include "archive/schema.h"
#include "format/event.h"

#include <stdio.h>
#include <string.h>

static const char *const fixed[] = {
    "run.json",
    "places/0/place",
    "places/0/regions",
    "places/0/strings",
    "places/0/profile-0",
    "places/0/profile-1",
    "places/1/place",
    "places/1/regions",
    "places/1/strings",
    "places/1/profile-0",
    "places/2/place",
    "places/2/profile-7",
    "places/next",
    "tables/archive/version.u32",
    "tables/strings/offset.u64",
    "tables/strings/bytes.u8",
    "tables/nodes/other.f64",
    "tables/nodes/notes.txt",
};

enum { FIXED = sizeof fixed / sizeof fixed[0] };

/* Behind the columns of all tables: inputs that are kept name files by their numbers. */
static const char *const later[] = {
    "places/0/events-0",           "places/0/events-1",
    "places/1/events-0",           "tables/events/start.u32",
    "tables/events/duration.u32",  "tables/events/node.u16",
    "tables/events/node.u32",      "tables/event_values/row.u16",
    "tables/event_values/what.u8", "tables/event_values/value.u32",
};

const char *container_path(unsigned number)
{
    static char paths[CONTAINER_FILES][80];
    if (number < FIXED)
        return fixed[number];
    size_t column = number - FIXED;
    for (int i = 0; i < ARCHIVE_TABLES && number < CONTAINER_FILES; i++) {
        const struct schema_table *table = &schema_tables[i];
        if (column < table->column_count) {
            snprintf(paths[number], sizeof paths[0], "tables/%s/%s.%s", table->name,
                     table->columns[column].name, table_type_name(table->columns[column].type));
            return paths[number];
        }
        column -= table->column_count;
    }
    return column < sizeof later / sizeof later[0] ? later[column] : NULL;
}

size_t container_header(const char *path)
{
    return strstr(path, "/events-") ? sizeof(struct format_events) : 0;
}

/* With the gap that it has on disk. */
static struct folder_memory_file expand(const char *path, const unsigned char *bytes, size_t size)
{
    static unsigned char logs[4][2 * FORMAT_PIECE_SIZE];
    static unsigned next;
    unsigned char *log = logs[next++ % 4];
    size_t header = container_header(path);
    memset(log, 0, sizeof logs[0]);
    memcpy(log, bytes, size < header ? size : header);
    size_t rest = size > header ? size - header : 0;
    if (rest > FORMAT_PIECE_SIZE)
        rest = FORMAT_PIECE_SIZE;
    if (rest)
        memcpy(log + FORMAT_SLOTS_AT, bytes + header, rest);
    return (struct folder_memory_file){path, log, rest ? FORMAT_SLOTS_AT + rest : size};
}

size_t container_open(const unsigned char *bytes, size_t size,
                      struct folder_memory_file files[CONTAINER_FILES])
{
    size_t count = 0;
    while (size > 5 && count < CONTAINER_FILES) {
        uint32_t length;
        const char *path = container_path(bytes[0]);
        memcpy(&length, bytes + 1, sizeof length);
        bytes += 5;
        size -= 5;
        if (length > size)
            length = (uint32_t)size;
        if (path)
            files[count++] = container_header(path)
                                 ? expand(path, bytes, length)
                                 : (struct folder_memory_file){path, bytes, length};
        bytes += length;
        size -= length;
    }
    return count;
}
