/* container.c: see container.h */
#include "container.h"

#include "archive/schema.h"

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
    return NULL;
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
            files[count++] = (struct folder_memory_file){path, bytes, length};
        bytes += length;
        size -= length;
    }
    return count;
}
