/* modules.c: reads the binaries of a place, and the numbers of their functions. */
#include "archive/loops/contexts.h"

#include "archive/table/schema.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if the numbers of the next binary follow those of the last one. */
static bool follows(const struct archive_loops_modules *modules, const struct format_module *raw)
{
    const struct archive_loops_module *last =
        modules->count ? &modules->all[modules->count - 1] : NULL;
    return raw->first && raw->count <= UINT32_MAX - raw->first &&
           (!last || raw->first >= last->first + last->count);
}

static void add(struct archive_raw_reader *reader, struct archive_raw_place *place,
                struct archive_loops_modules *modules, const struct format_module *raw)
{
    char name[sizeof raw->plan + 1] = "";
    memcpy(name, raw->plan, sizeof raw->plan);
    struct archive_loops_binary *binary =
        archive_loops_binaries_get(reader->binaries, reader->folder, name);
    place->bad_plans += !binary;
    modules->all =
        memory_grow(modules->all, &modules->room, modules->count + 1, sizeof *modules->all);
    modules->all[modules->count++] = (struct archive_loops_module){raw->first, raw->count, binary};
}

void archive_loops_modules_read(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                struct archive_loops_modules *modules)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    struct format_module raw;
    *modules = (struct archive_loops_modules){0};
    snprintf(path, sizeof path, "places/%u/modules", place->record.number);
    if (!archive_folder_open(reader->folder, path, &file))
        return;
    if (!reader->binaries)
        reader->binaries = archive_loops_binaries_new();
    for (uint64_t at = 0;
         archive_folder_read(&file, at, &raw, sizeof raw) == sizeof raw && raw.first;
         at += sizeof raw) {
        if (follows(modules, &raw))
            add(reader, place, modules, &raw);
        else
            place->bad_plans++;
    }
    archive_folder_close(&file);
}

void archive_loops_modules_free(struct archive_loops_modules *modules)
{
    free(modules->all);
}
