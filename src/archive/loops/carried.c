/* carried.c: see carried.h */
#include "archive/loops/carried.h"

#include "archive/loops/carried_file.h"
#include "archive/loops/regions.h"
#include "archive/raw/call_sites.h"
#include "archive/symbols/addresses.h"
#include "archive/symbols/variables.h"
#include "archive/table/schema.h"
#include "util/buffer.h"
#include "util/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file of a place while its rows are made. */
struct reading {
    struct archive_raw_reader *reader;
    const struct archive_raw_place *place;
    const struct archive_loops_modules *modules;
    struct archive_carried_file file;
    struct variables **variables; /* by module; NULL: not read yet, or there are none */
};

/* Returns the module with a function of a number; NULL: none. */
static const struct archive_loops_module *module_of(const struct reading *reading, uint32_t number)
{
    for (size_t i = 0; number && i < reading->modules->count; i++) {
        const struct archive_loops_module *module = &reading->modules->all[i];
        if (module->binary && number >= module->first &&
            number - module->first < module->binary->plan->function_count)
            return module;
    }
    return NULL;
}

static struct archive_loops_function *function_of(const struct reading *reading, uint32_t number)
{
    const struct archive_loops_module *module = module_of(reading, number);
    return module ? archive_loops_binary_function(module->binary, number - module->first) : NULL;
}

static uint32_t keep(const struct reading *reading, const char *text)
{
    return interned_add_text(reading->reader->strings, text);
}

/* Returns the variables of a module; NULL: they cannot be read. */
static struct variables *variables_of(struct reading *reading,
                                      const struct archive_loops_module *module)
{
    struct variables **variables = &reading->variables[module - reading->modules->all];
    if (!*variables && module->binary->same)
        *variables =
            archive_variables_new(module->binary->plan->path, module->binary->plan->header.changed);
    return *variables;
}

/* Resolves an address in a function of the program. False if nothing is known. */
static bool resolve(const struct reading *reading, uint32_t number, uint64_t at,
                    struct archive_address *address)
{
    const struct archive_loops_module *module = module_of(reading, number);
    if (!module || !module->binary->same)
        return false;
    *address =
        archive_addresses_find(archive_raw_addresses(reading->reader), module->binary->plan->path,
                               at, ADDRESS_OF_ITSELF, module->binary->plan->header.changed);
    return address->kind == ADDRESS_LINE;
}

/* The source position of an access. */
struct where {
    uint32_t file, line, routine; /* texts, except the line */
};

/* Finds the position of an access: that of the instruction, or, if it is in code without lines, of
 * the call in the loop's function that led to it. */
static struct where where_is(const struct reading *reading, uint32_t number)
{
    const struct format_carried_access *access = &reading->file.accesses[number];
    struct where where = {keep(reading, ""), 0, keep(reading, "")};
    struct archive_address address;
    if (resolve(reading, access->function, access->address, &address) ||
        resolve(reading, access->site_function, access->site, &address)) {
        where.file = keep(reading, address.file);
        where.line = address.line;
    }
    struct archive_loops_function *function = function_of(reading, access->function);
    if (!function && access->name)
        where.routine = keep(reading, reading->file.texts + access->name);
    else if (function && access->site_function && access->site_function != access->function)
        where.routine = keep(reading, archive_loops_plan_text(function->plan, function->raw->name));
    return where;
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns "block of heat.c:12", to be freed; NULL if it is not known where it was allocated. */
static char *name_of_block(const struct reading *reading, uint32_t site)
{
    struct archive_address address;
    const struct format_carried_access *access = &reading->file.accesses[site];
    if (!site || !resolve(reading, access->function, access->address, &address))
        return NULL;
    return memory_printf("block of %s:%" PRIu32, base_name(address.file), address.line);
}

/* Returns the name of the variable of a record, to be freed; NULL: not known. */
static char *name_of(struct reading *reading, const struct format_carried *record)
{
    if (record->storage == FORMAT_CARRIED_HEAP)
        return name_of_block(reading, record->owner);
    const struct archive_loops_module *module = module_of(reading, record->owner);
    struct variables *variables = module ? variables_of(reading, module) : NULL;
    if (!variables)
        return NULL;
    char *name = NULL;
    switch (record->storage) {
    case FORMAT_CARRIED_FRAME:
        return archive_variables_in_frame(
            variables, record->code, (int64_t)record->stack,
            (const int64_t[]){(int64_t)record->low, (int64_t)record->high}, VARIABLE_DATA);
    case FORMAT_CARRIED_REGISTER:
        return archive_variables_in_register(variables, record->code, (unsigned)record->low);
    case FORMAT_CARRIED_STATIC:
        name = archive_variables_at(variables, record->low, record->high, VARIABLE_DATA);
        return name ? name
                    : archive_variables_at(variables, record->low, record->low, VARIABLE_DATA);
    default:
        return NULL;
    }
}

/* Returns the row of a new record of a loop; ARCHIVE_NONE if the loop is not known. */
static size_t new_row(const struct reading *reading, uint32_t loop)
{
    const struct format_carried_loop *from = &reading->file.loops[loop];
    struct archive_loops_function *function = function_of(reading, from->function);
    if (!function || from->loop >= function->raw->loops)
        return ARCHIVE_NONE;
    const struct archive_loops_module *module = module_of(reading, from->function);
    uint32_t region =
        archive_loops_region_of_loop(reading->reader, function, from->loop, module->binary->same);
    struct archive *archive = reading->reader->archive;
    size_t row = archive->carried.rows;
    archive_schema_add_rows(archive, SCHEMA_CARRIED, 1);
    struct archive_carried *all = &archive->carried;
    all->region[row] = region;
    all->place[row] = (uint32_t)(reading->place - reading->reader->places);
    all->variable[row] = all->from_file[row] = all->to_file[row] = all->from_routine[row] =
        all->to_routine[row] = all->distances[row] = keep(reading, "");
    return row;
}

static void add_loop(const struct reading *reading, uint32_t number)
{
    const struct format_carried_loop *from = &reading->file.loops[number];
    size_t row = new_row(reading, number);
    if (row == ARCHIVE_NONE)
        return;
    struct archive_carried *all = &reading->reader->archive->carried;
    all->kind[row] = FORMAT_CARRIED_WATCHED;
    all->occurrences[row] = from->visits;
    all->trips[row] = from->trips;
    all->accesses[row] = from->loads + from->stores;
    all->nested[row] = from->nested;
    all->allocations[row] = from->allocator;
}

/* Returns the distances of a record as text. */
static uint32_t distances_of(const struct reading *reading, const struct format_carried *record)
{
    struct buffer text = {0};
    for (int i = 0; i < FORMAT_CARRIED_DISTANCES && record->distances[i]; i++)
        buffer_printf(&text, "%s%" PRIu64 ":%" PRIu64, i ? " " : "", record->distances[i],
                      record->counts[i]);
    uint32_t kept = keep(reading, text.text ? text.text : "");
    buffer_free(&text);
    return kept;
}

static void add_record(struct reading *reading, const struct format_carried *record)
{
    struct where from = where_is(reading, record->from), to = where_is(reading, record->to);
    char *name = name_of(reading, record);
    size_t row = new_row(reading, record->loop);
    if (row != ARCHIVE_NONE) {
        struct archive_carried *all = &reading->reader->archive->carried;
        all->kind[row] = record->kind;
        all->role[row] = record->role;
        all->operation[row] = record->operation;
        all->storage[row] = record->storage;
        all->variable[row] = keep(reading, name ? name : "");
        all->from_file[row] = from.file;
        all->from_line[row] = from.line;
        all->from_routine[row] = from.routine;
        all->to_file[row] = to.file;
        all->to_line[row] = to.line;
        all->to_routine[row] = to.routine;
        all->occurrences[row] = record->count;
        all->distance_min[row] = record->min;
        all->distance_max[row] = record->max;
        all->distances[row] = distances_of(reading, record);
    }
    free(name);
}

void archive_loops_carried_read(struct archive_raw_reader *reader, struct archive_raw_place *place,
                                const struct archive_loops_modules *modules)
{
    char path[RAW_PATH];
    bool is_bad;
    struct reading reading = {.reader = reader, .place = place, .modules = modules};
    snprintf(path, sizeof path, "places/%" PRIu32 "/carried", place->record.number);
    if (!archive_carried_file_read(&reading.file, reader->folder, path, &is_bad)) {
        place->bad_files += is_bad;
        return;
    }
    reading.variables = memory_zeroed(modules->count + 1, sizeof(struct variables *));
    for (uint32_t i = 0; i < reading.file.header->loops; i++)
        add_loop(&reading, i);
    for (uint32_t i = 0; i < reading.file.header->records; i++)
        add_record(&reading, &reading.file.records[i]);
    for (size_t i = 0; i < modules->count; i++)
        archive_variables_free(reading.variables[i]);
    free(reading.variables);
    archive_carried_file_free(&reading.file);
}
