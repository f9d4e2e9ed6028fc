/* captures.c: see captures.h */
#include "archive/raw/captures.h"

#include "archive/table/schema.h"
#include "format/variables.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = 4 }; /* name, type, bytes, flags */

/* Cuts a line into its fields. False if it has another number of them. */
static bool cut(char *line, char *fields[FIELDS])
{
    for (int i = 0; i < FIELDS; i++) {
        char *end = strchr(line, FORMAT_VARIABLES_TAB);
        fields[i] = line;
        if (!end != (i == FIELDS - 1))
            return false;
        if (end) {
            *end = '\0';
            line = end + 1;
        }
    }
    return true;
}

static void add(struct archive_raw_reader *reader, uint32_t region, char *line)
{
    char *fields[FIELDS], *after;
    if (!cut(line, fields))
        return;
    unsigned long long bytes = strtoull(fields[2], &after, 10);
    unsigned long flags = strtoul(fields[3], NULL, 10);
    if (*after || flags > UINT32_MAX)
        return;
    size_t row = reader->archive->captures.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_CAPTURES, 1);
    struct archive_captures *all = &reader->archive->captures;
    all->region[row] = region;
    all->name[row] = interned_add_text(reader->strings, fields[0]);
    all->type[row] = interned_add_text(reader->strings, fields[1]);
    all->bytes[row] = bytes;
    all->flags[row] = (uint32_t)flags;
}

void archive_raw_captures(struct archive_raw_reader *reader, uint32_t region, const char *note)
{
    if (!note || *note != FORMAT_VARIABLES)
        return;
    char *copy = memory_string(note), *line = strchr(copy, FORMAT_VARIABLES_NEXT);
    while (line) {
        char *next = strchr(line + 1, FORMAT_VARIABLES_NEXT);
        if (next)
            *next = '\0';
        add(reader, region, line + 1);
        line = next;
    }
    free(copy);
}
