/* natives.c: reads the functions of binaries that were not instrumented: why, and how often samples
 * hit them. */
#include "archive/loops/contexts.h"

#include "archive/symbols/addresses.h"
#include "archive/table/schema.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads the samples of each function, by number, which the caller frees; NULL: none. *outside:
 * samples in no function; *own: samples in Triptych. */
static uint64_t *read_samples(const struct archive_raw_reader *reader,
                              struct archive_raw_place *place, size_t *count, uint64_t *outside,
                              uint64_t *own)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    struct format_native header;
    uint64_t *samples = NULL;
    *count = 0;
    *outside = *own = 0;
    snprintf(path, sizeof path, "places/%u/native", place->record.number);
    if (!archive_folder_open(reader->folder, path, &file))
        return NULL;
    if (archive_folder_read(&file, 0, &header, sizeof header) == sizeof header &&
        header.magic == FORMAT_NATIVE_MAGIC && header.version == FORMAT_LOOPS_VERSION) {
        size_t room = (size_t)(file.size - sizeof header) / sizeof *samples;
        *own = header.own < header.samples ? header.own : header.samples;
        *outside = header.outside;
        place->pc_samples = header.samples - *own;
        place->is_sampled = header.is_timed == 1;
        samples = memory_zeroed(room + 1, sizeof *samples);
        *count = archive_folder_read(&file, sizeof header, samples, room * sizeof *samples) /
                 sizeof *samples;
    } else {
        place->bad_files += file.size > 0;
    }
    archive_folder_close(&file);
    return samples;
}

static uint32_t name_of(struct archive_raw_reader *reader, const struct archive_loops_plan *plan,
                        const struct format_function *function)
{
    const char *symbol = archive_loops_plan_text(plan, function->name);
    if (*symbol)
        return interned_add_text(reader->strings,
                                 archive_addresses_name(archive_raw_addresses(reader), symbol));
    char *made = memory_printf("0x%llx", (unsigned long long)function->start);
    uint32_t name = interned_add_text(reader->strings, made);
    free(made);
    return name;
}

static size_t new_row(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                      uint64_t samples)
{
    size_t row = reader->archive->natives.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_NATIVES, 1);
    reader->archive->natives.place[row] = (uint32_t)(place - reader->places);
    reader->archive->natives.samples[row] = samples;
    return row;
}

/* Adds one row for all libraries that were not selected, or one for Triptych; neither has a
 * binary. */
static void add_others(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                       const char *name, const char *why, uint64_t samples)
{
    size_t row = new_row(reader, place, samples);
    struct archive_natives *all = &reader->archive->natives;
    all->binary[row] = interned_add_text(reader->strings, "");
    all->name[row] = interned_add_text(reader->strings, name);
    all->why[row] = interned_add_text(reader->strings, why);
}

static void add_row(struct archive_raw_reader *reader, const struct archive_raw_place *place,
                    const struct archive_loops_plan *plan, const struct format_function *function,
                    uint64_t samples)
{
    size_t row = new_row(reader, place, samples);
    struct archive_natives *all = &reader->archive->natives;
    all->binary[row] = interned_add_text(reader->strings, plan->path);
    all->name[row] = name_of(reader, plan, function);
    all->why[row] =
        interned_add_text(reader->strings, archive_loops_plan_text(plan, function->why));
    all->address[row] = function->start;
    all->size[row] = function->end > function->start ? function->end - function->start : 0;
}

void archive_loops_natives_read(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                const struct archive_loops_modules *modules)
{
    size_t count;
    uint64_t outside, own, *samples = read_samples(reader, place, &count, &outside, &own);
    if (outside)
        add_others(reader, place, "(libraries)", "only those that --libs names are counted",
                   outside);
    if (own)
        add_others(reader, place, ARCHIVE_NATIVE_OWN,
                   "the time of measuring itself, not part of pc_samples", own);
    for (size_t i = 0; i < modules->count; i++) {
        const struct archive_loops_module *module = &modules->all[i];
        uint32_t functions = module->binary ? module->binary->plan->function_count : 0;
        for (uint32_t k = 0; k < functions && k < module->count; k++) {
            const struct format_function *function = &module->binary->plan->functions[k];
            uint64_t number = (uint64_t)module->first + k;
            if (function->flags & FORMAT_FUNCTION_NATIVE)
                add_row(reader, place, module->binary->plan, function,
                        number < count ? samples[number] : 0);
        }
    }
    free(samples);
}
