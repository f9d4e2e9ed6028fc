/* buffer_names.c: see buffer_names.h */
#include "archive/write/buffer_names.h"

#include "archive/symbols/variables.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "format/buffer.h"
#include "format/place.h"
#include "format/region.h"
#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_NAMES = 4,         /* different names that are listed */
    LARGEST_FILE = 1 << 28, /* bytes of regions, and of strings */
    LARGEST_BUFFERS = FORMAT_BUFFERS_MOST * (int)sizeof(struct format_buffer),
};

/* Modules that were opened. */
struct modules {
    struct interned *paths;
    struct variables **all; /* by path; NULL: not readable */
    size_t room;
};

/* The files of one place. */
struct naming {
    struct modules *modules;
    struct format_place *page;
    struct format_buffer *records;
    size_t count;
    const struct format_region *regions;
    size_t region_count;
    const char *strings;
    size_t strings_size;
};

static struct variables *open_module(struct modules *modules, const char *path, uint64_t newest)
{
    uint32_t before = interned_count(modules->paths);
    uint32_t number = interned_add_text(modules->paths, path);
    if (number != before)
        return modules->all[number];
    modules->all =
        memory_grow(modules->all, &modules->room, (size_t)number + 1, sizeof *modules->all);
    modules->all[number] = archive_variables_new(path, newest);
    return modules->all[number];
}

/* Returns the path of the module that a record is about; "" if it is not known. */
static const char *module_of(const struct naming *naming, const struct format_buffer *record)
{
    if (record->module == FORMAT_BUFFER_OF_PROGRAM)
        return naming->page->program;
    uint32_t file = record->module == FORMAT_BUFFER_OF_SITE && record->region < naming->region_count
                        ? naming->regions[record->region].file
                        : 0;
    return file < naming->strings_size ? naming->strings + file : "";
}

/* Returns the name that one record gives; NULL if none. The caller frees it. */
static char *name_of(const struct naming *naming, const struct format_buffer *record)
{
    struct variables *variables =
        open_module(naming->modules, module_of(naming, record), naming->page->start.real);
    if (!variables)
        return NULL;
    switch (record->kind) {
    case FORMAT_BUFFER_DATA:
        return archive_variables_at(variables, (uint64_t)record->first, (uint64_t)record->last,
                                    VARIABLE_DATA);
    case FORMAT_BUFFER_HELD:
        return archive_variables_at(variables, (uint64_t)record->first, (uint64_t)record->first,
                                    VARIABLE_POINTER);
    case FORMAT_BUFFER_STACK:
        return archive_variables_in_frame(variables, record->code - 1, VARIABLES_NO_STACK,
                                          (const int64_t[]){record->first, record->last},
                                          VARIABLE_DATA);
    case FORMAT_BUFFER_CARRIED:
        return archive_variables_in_frame(variables, record->code - 1, VARIABLES_NO_STACK,
                                          (const int64_t[]){record->first, record->first},
                                          VARIABLE_POINTER);
    default:
        return NULL;
    }
}

/* A list of different names. */
struct list {
    char *names[MOST_NAMES];
    size_t count;
    bool is_full;
};

/* Adds a name, which the list owns from then on. */
static void add_name(struct list *list, char *name)
{
    size_t i = 0;
    while (i < list->count && strcmp(list->names[i], name) != 0)
        i++;
    if (i < list->count || list->count == MOST_NAMES) {
        list->is_full |= i == list->count;
        free(name);
    } else {
        list->names[list->count++] = name;
    }
}

static void empty(struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->names[i]);
    list->count = 0;
}

static bool is_same(const struct format_buffer *a, const struct format_buffer *b)
{
    return a->region == b->region && a->which == b->which;
}

/* Adds the names of a group, of which `first` is the first record: of several pointers to the same
 * block, those of the outermost frame count. False if nobody knows a name. */
static bool add_group(const struct naming *naming, size_t first, struct list *list)
{
    const struct format_buffer *group = &naming->records[first];
    struct list found = {0};
    uint32_t depth = 0;
    for (size_t i = first; i < naming->count; i++) {
        const struct format_buffer *record = &naming->records[i];
        if (!is_same(record, group) || record->group != group->group)
            continue;
        char *name = name_of(naming, record);
        if (!name)
            continue;
        if (record->kind == FORMAT_BUFFER_CARRIED && record->depth > depth)
            empty(&found);
        depth = record->depth;
        add_name(&found, name);
    }
    for (size_t i = 0; i < found.count; i++)
        add_name(list, found.names[i]);
    return found.count > 0;
}

/* True if an earlier record is about the same buffer of the same call site. */
static bool is_known(const struct naming *naming, size_t at)
{
    size_t i = 0;
    while (i < at && !is_same(&naming->records[i], &naming->records[at]))
        i++;
    return i < at;
}

/* True if the record is the first one of its group. */
static bool begins_group(const struct naming *naming, size_t at)
{
    const struct format_buffer *record = &naming->records[at];
    for (size_t i = 0; i < at; i++) {
        const struct format_buffer *other = &naming->records[i];
        if (is_same(other, record) && other->group == record->group &&
            other->kind != FORMAT_BUFFER_IN_PLACE)
            return false;
    }
    return true;
}

/* Collects the names of a buffer of a call site; *in_place if that is its other buffer, too. False
 * if one is not known. */
static bool add_buffer(const struct naming *naming, const struct format_buffer *like,
                       struct list *list, bool *in_place)
{
    for (size_t i = 0; i < naming->count; i++) {
        const struct format_buffer *record = &naming->records[i];
        if (!is_same(record, like))
            continue;
        if (record->kind == FORMAT_BUFFER_IN_PLACE)
            *in_place = true;
        else if (begins_group(naming, i) && !add_group(naming, i, list))
            return false;
    }
    return !list->is_full;
}

/* Adds the line of a buffer of a call site: its names, or "?" if not all are known. */
static void add_line(const struct naming *naming, const struct format_buffer *record,
                     struct buffer *text)
{
    struct list list = {0};
    bool in_place = false;
    bool is_known = add_buffer(naming, record, &list, &in_place);
    struct format_buffer other = *record;
    other.which ^= 1;
    if (in_place)
        is_known = is_known && add_buffer(naming, &other, &list, &in_place);
    buffer_printf(text, "%u %u ", record->region, record->which);
    for (size_t i = 0; i < list.count && is_known; i++)
        buffer_printf(text, "%s%s", i ? " or " : "", list.names[i]);
    buffer_add(text, is_known && list.count ? "\n" : "?\n");
    empty(&list);
}

static char *read_file(const struct archive_folder *folder, const char *place, const char *name,
                       size_t limit, size_t *size)
{
    char *path = memory_printf("places/%s/%s", place, name);
    char *bytes = archive_folder_read_all(folder, path, limit, size);
    free(path);
    return bytes;
}

/* Reads the files of a place into `naming`, which then refers to them. False if one is damaged. */
static bool take_files(struct naming *naming, char *files[4], const size_t sizes[4])
{
    const struct format_buffers_header *header = (const struct format_buffers_header *)files[0];
    if (!files[0] || !files[1] || !files[2] || !files[3] || sizes[0] < sizeof *header ||
        header->magic != FORMAT_BUFFERS_MAGIC || !format_is_readable(header->version) ||
        sizes[3] < sizeof *naming->page)
        return false;
    uint64_t there = sizes[0] / sizeof *naming->records;
    uint64_t used = header->used < there ? header->used : there;
    naming->records = (struct format_buffer *)files[0] + 1;
    naming->count = used ? (size_t)used - 1 : 0;
    naming->regions = (const struct format_region *)files[1];
    naming->region_count = sizes[1] / sizeof *naming->regions;
    naming->strings = files[2];
    naming->strings_size = sizes[2];
    naming->page = (struct format_place *)files[3];
    naming->page->program[sizeof naming->page->program - 1] = '\0';
    return true;
}

static void name_place(const struct archive_folder *folder, const char *place,
                       struct modules *modules)
{
    static const char *const names[] = {FORMAT_BUFFERS_FILE, "regions", "strings", "place"};
    char *files[4] = {0};
    size_t sizes[4] = {0};
    struct naming naming = {.modules = modules};
    struct buffer text = {0};
    files[0] = read_file(folder, place, names[0], LARGEST_BUFFERS, &sizes[0]);
    for (size_t i = 1; i < 4 && files[0]; i++)
        files[i] = read_file(folder, place, names[i], LARGEST_FILE, &sizes[i]);
    if (take_files(&naming, files, sizes)) {
        for (size_t i = 0; i < naming.count; i++) {
            if (!is_known(&naming, i))
                add_line(&naming, &naming.records[i], &text);
        }
    }
    if (text.used) {
        struct error ignored = {0}; /* without names, the data are not known */
        char *path = memory_printf("%s/places/%s/" FORMAT_BUFFER_NAMES_FILE, folder->root, place);
        archive_file_write(path, text.text, text.used, &ignored);
        free(path);
    }
    buffer_free(&text);
    for (size_t i = 0; i < 4; i++)
        free(files[i]);
}

void archive_name_buffers(const char *path)
{
    const struct archive_folder folder = {.root = path};
    struct modules modules = {.paths = interned_new()};
    char **places = archive_folder_names(&folder, "places");
    for (size_t i = 0; places && places[i]; i++)
        name_place(&folder, places[i], &modules);
    archive_folder_free_names(places);
    for (uint32_t i = 0; modules.all && i < interned_count(modules.paths); i++)
        archive_variables_free(modules.all[i]);
    free(modules.all);
    interned_free(modules.paths);
}
