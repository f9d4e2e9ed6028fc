/* buffer_names.c: see buffer_names.h */
#include "archive/raw/buffer_names.h"

#include "format/buffer.h"
#include "util/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGEST_FILE = 1 << 22, /* bytes */
    MOST_NAMES = 4,         /* different names that are listed */
    LONGEST_NAME = 400,     /* bytes */
};

#define JOINED " or "

/* The names of the buffers of call sites. */
struct raw_buffer_names {
    char **names; /* by region and buffer; NULL: none read */
    size_t count, room;
};

/* True if the list contains the name; *count is the number of names in it. */
static bool contains(const char *list, const char *name, size_t size, unsigned *count)
{
    bool found = false;
    *count = 0;
    for (const char *at = list; at; ++*count) {
        const char *end = strstr(at, JOINED);
        size_t length = end ? (size_t)(end - at) : strlen(at);
        found |= length == size && !memcmp(at, name, size);
        at = end ? end + strlen(JOINED) : NULL;
    }
    return found;
}

/* Adds names to a list, which is "?" from then on if one is unknown or there are too many. */
static char *joined(char *list, const char *names)
{
    if (!list)
        return memory_string(names);
    for (const char *at = names; at;) {
        const char *end = strstr(at, JOINED);
        size_t size = end ? (size_t)(end - at) : strlen(at);
        unsigned count;
        bool is_known = contains(list, at, size, &count);
        bool is_unknown = !strcmp(list, FORMAT_BUFFER_NO_NAME) ||
                          !strcmp(names, FORMAT_BUFFER_NO_NAME) ||
                          (!is_known && count >= MOST_NAMES);
        char *more = is_unknown ? memory_string(FORMAT_BUFFER_NO_NAME)
                     : is_known ? memory_string(list)
                                : memory_printf("%s" JOINED "%.*s", list, (int)size, at);
        free(list);
        list = more;
        at = end ? end + strlen(JOINED) : NULL;
    }
    return list;
}

/* True for a name that a program can have: a hostile archive may have others. */
static bool is_name(const char *name)
{
    size_t size = strlen(name);
    for (size_t i = 0; i < size; i++) {
        if (!isprint((unsigned char)name[i]) && !((unsigned char)name[i] & 0x80))
            return false;
    }
    return size && size <= LONGEST_NAME;
}

static void add(struct archive_raw_reader *reader, uint32_t row, unsigned which, const char *name)
{
    if (!reader->buffer_names)
        reader->buffer_names = memory_zeroed(1, sizeof *reader->buffer_names);
    struct raw_buffer_names *all = reader->buffer_names;
    size_t index = (size_t)row * 2 + which;
    all->names = memory_grow(all->names, &all->room, index + 1, sizeof *all->names);
    while (all->count <= index)
        all->names[all->count++] = NULL;
    all->names[index] = joined(all->names[index], name);
}

static void read_line(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                      const char *line)
{
    char *end;
    unsigned long region = strtoul(line, &end, 10);
    bool good = isdigit((unsigned char)*line) && end[0] == ' ' &&
                (end[1] == '0' || end[1] == '1') && end[2] == ' ' && region < place->region_count;
    uint32_t row = good ? place->rows[region] : ARCHIVE_NONE;
    if (row != ARCHIVE_NONE && row < reader->archive->regions.rows && is_name(end + 3))
        add(reader, row, (unsigned)(end[1] - '0'), end + 3);
}

void raw_buffer_names_read(struct archive_raw_reader *reader, const struct archive_raw_place *place)
{
    char path[RAW_PATH];
    size_t size;
    snprintf(path, sizeof path, "places/%u/%s", place->record.number, FORMAT_BUFFER_NAMES_FILE);
    char *text = archive_folder_read_all(reader->folder, path, LARGEST_FILE, &size);
    char *rest = NULL;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        read_line(reader, place, line);
    free(text);
}

const char *raw_buffer_names_of(const struct archive_raw_reader *reader, uint32_t region,
                                unsigned which)
{
    const struct raw_buffer_names *all = reader->buffer_names;
    size_t index = (size_t)region * 2 + which;
    const char *name = all && index < all->count ? all->names[index] : NULL;
    return name && strcmp(name, FORMAT_BUFFER_NO_NAME) != 0 ? name : "";
}

void raw_buffer_names_free(struct archive_raw_reader *reader)
{
    struct raw_buffer_names *all = reader->buffer_names;
    for (size_t i = 0; all && i < all->count; i++)
        free(all->names[i]);
    if (all)
        free(all->names);
    free(all);
}
