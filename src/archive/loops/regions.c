/* regions.c: see regions.h */
#include "archive/loops/regions.h"

#include "archive/loops/passes.h"
#include "archive/raw/call_sites.h"
#include "archive/symbols/addresses.h"
#include "archive/table/schema.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

enum {
    MOST_BEGINS = 8, /* blocks of a function that are searched for its first line */
    MOST_ENDS = 64,  /* blocks of a loop that are searched for its last line */
};

/* The position of a loop in the source. */
struct loops_where {
    uint32_t file, line; /* `file`: text */
    uint32_t inlined;    /* number of functions that it was inlined through */
};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static struct archive_address find(struct archive_raw_reader *reader,
                                   const struct archive_loops_function *function, uint64_t at)
{
    const struct archive_loops_plan *plan = function->plan;
    return archive_addresses_find(archive_raw_addresses(reader), plan->path, at, ADDRESS_OF_ITSELF,
                                  plan->header.changed);
}

static uint32_t keep(struct archive_raw_reader *reader, const char *text)
{
    return interned_add_text(reader->strings, text);
}

/* Names a function; one without a name is named by its address. */
static uint32_t name_of(struct archive_raw_reader *reader,
                        const struct archive_loops_function *function, const char *declared)
{
    const char *symbol = archive_loops_plan_text(function->plan, function->raw->name);
    const char *known = archive_addresses_function(archive_raw_addresses(reader), declared, symbol);
    char *made = *known ? NULL
                        : memory_printf("0x%llx in %s", (unsigned long long)function->raw->start,
                                        base_name(function->plan->path));
    uint32_t name = keep(reader, made ? made : known);
    free(made);
    return name;
}

/* Finds where a function begins. One that the compiler made from part of another one has no
 * declaration: it gets the first line among its instructions. */
static void set_place(struct archive_raw_reader *reader,
                      const struct archive_loops_function *function,
                      const struct archive_address *start, struct archive_region_key *key)
{
    struct archive_address address = *start;
    key->line = address.function_line;
    if (key->line)
        address.file = address.function_file;
    for (uint32_t i = 0; !key->line && i < function->raw->blocks && i < MOST_BEGINS; i++) {
        if (!function->blocks[i].bytes)
            continue;
        address = find(reader, function, function->blocks[i].address);
        if (address.kind == ADDRESS_LINE && !address.inlined_count)
            key->line = address.line;
    }
    key->file = keep(reader, key->line ? address.file : base_name(function->plan->path));
    if (key->line)
        key->dir = keep(reader, address.dir);
}

uint32_t archive_loops_region(struct archive_raw_reader *reader,
                              struct archive_loops_function *function, bool same)
{
    struct archive_region_key key = {.kind = TRI_KIND_ROUTINE};
    struct archive_address address = {.function = "", .function_file = "", .dir = ""};
    bool is_new;
    if (function->region)
        return function->region;
    if (same)
        address = find(reader, function, function->raw->start);
    if (address.kind == ADDRESS_UNKNOWN)
        key.file = keep(reader, base_name(function->plan->path));
    else
        set_place(reader, function, &address, &key);
    key.name = name_of(reader, function, address.function);
    struct format_region made = {
        .kind = key.kind, .flags = FORMAT_BINARY, .mode = TRI_COUNT, .line = key.line};
    do { /* without a line, one of the same name may be another function */
        function->region = archive_raw_region_row(reader, &made, &key, &is_new);
        key.seq++;
    } while (!is_new && !key.line);
    return function->region;
}

/* Finds where a loop begins in the source. False if its source loop is not known. */
static bool find_in_source(struct archive_raw_reader *reader,
                           const struct archive_loops_function *function, uint32_t loop,
                           struct archive_address *address)
{
    const struct archive_loops_passes *passes = function->passes ? &function->passes[loop] : NULL;
    if (!passes || !passes->unit)
        return false;
    const struct archive_symbols_unit *unit = passes->unit;
    address->kind = ADDRESS_LINE;
    address->line = passes->line;
    address->file = archive_symbols_unit_file(unit, passes->file);
    address->dir = archive_symbols_unit_text(unit, unit->head->dir);
    archive_addresses_chain(archive_raw_addresses(reader), unit, passes->scope, address);
    return true;
}

/* Finds the line of a loop by the jumps back to its head: branches, if there are any. */
static struct archive_address find_loop(struct archive_raw_reader *reader,
                                        const struct archive_loops_function *function,
                                        uint32_t loop)
{
    uint32_t head = function->loops[loop].head;
    uint64_t *back = memory_zeroed((size_t)function->raw->edges + 1, sizeof *back);
    struct archive_address_loop where = {.head = function->blocks[head - 1].address, .back = back};
    for (int branches = 1; branches >= 0 && !where.back_count; branches--) {
        where.tested = branches;
        for (uint32_t i = 0; i < function->raw->edges; i++) {
            const struct format_edge *edge = &function->edges[i];
            if (!archive_loops_function_goes_back(function, edge, loop))
                continue;
            const struct format_block *block = &function->blocks[edge->from - 1];
            if (archive_loops_function_branches(function, edge->from) == branches)
                back[where.back_count++] = block->address + block->bytes - 1;
        }
    }
    struct archive_address found =
        archive_addresses_find_loop(archive_raw_addresses(reader), function->plan->path, &where,
                                    function->plan->header.changed);
    free(back);
    return found;
}

/* Returns the line of an instruction if it is after `last`, in the same file, and not inlined into
 * the loop; else `last`. */
static uint32_t later_line(struct archive_raw_reader *reader,
                           const struct archive_loops_function *function, uint64_t at,
                           uint32_t last, const struct loops_where *where)
{
    const struct archive_loops_plan *plan = function->plan;
    if (archive_addresses_line(archive_raw_addresses(reader), plan->path, at,
                               plan->header.changed) <= last)
        return last;
    struct archive_address found = find(reader, function, at);
    bool same = found.kind == ADDRESS_LINE && found.inlined_count == where->inlined &&
                keep(reader, found.file) == where->file;
    return same ? found.line : last;
}

/* Finds the last line of a loop from the first and last instructions of its blocks. */
static uint32_t end_of_loop(struct archive_raw_reader *reader,
                            const struct archive_loops_function *function, uint32_t loop,
                            const struct loops_where *where)
{
    uint32_t last = where->line, looked = 0;
    for (uint32_t node = function->raw->blocks; node > 0 && looked < MOST_ENDS; node--) {
        const struct format_block *block = &function->blocks[node - 1];
        if (!block->bytes || !archive_loops_function_is_in(function, node, loop))
            continue;
        looked++;
        last = later_line(reader, function, block->address, last, where);
        last = later_line(reader, function, block->address + block->bytes - 1, last, where);
    }
    return last;
}

/* Returns the number of the loop whose remaining iterations a loop does; 0: none. */
static uint32_t number_of_whole(const struct archive_loops_function *function, uint32_t loop)
{
    uint32_t whole = function->passes ? function->passes[loop].rest_of : LOOPS_NONE;
    return whole == LOOPS_NONE ? 0 : whole + 1;
}

/* Returns the flags of a loop, with what the source tells of remaining iterations. What code beside
 * a loop that does the remaining iterations of another one did is counted with the other one, which
 * is there if there was anything. */
static uint32_t flags_of(const struct archive_loops_function *function, uint32_t loop)
{
    enum archive_loops_rest rest = function->passes ? function->passes[loop].rest : REST_UNKNOWN;
    uint32_t flags = function->loops[loop].flags;
    if (rest != REST_UNKNOWN)
        flags &= ~(uint32_t)FORMAT_LOOP_RESTS;
    if (number_of_whole(function, loop))
        return flags;
    return rest == REST_BESIDE ? flags | FORMAT_LOOP_RESTS : flags;
}

static void add_row(struct archive_raw_reader *reader,
                    const struct archive_loops_function *function, uint32_t loop, uint32_t region,
                    const struct archive_address *address)
{
    const struct format_loop *raw = &function->loops[loop];
    size_t row = reader->archive->loops.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_LOOPS, 1);
    struct archive_loops *all = &reader->archive->loops;
    all->region[row] = region;
    all->binary[row] = keep(reader, function->plan->path);
    all->address[row] = function->blocks[raw->head - 1].address;
    all->depth[row] = raw->depth;
    all->flags[row] = flags_of(function, loop);
    all->factor[row] = archive_loops_passes_factor(function, function->passes, loop);
    all->rest_of[row] = number_of_whole(function, loop);
    all->inlined[row] = keep(reader, address->inlined);
    all->called[row] = keep(reader, address->called);
    all->from_file[row] = keep(reader, address->from_file);
    all->from_line[row] = address->from_line;
}

uint32_t archive_loops_region_of_loop(struct archive_raw_reader *reader,
                                      struct archive_loops_function *function, uint32_t loop,
                                      bool same)
{
    if (function->regions[loop])
        return function->regions[loop];
    struct archive_region_key key = {.kind = TRI_KIND_LOOP, .seq = loop + 1};
    struct format_region made = {
        .kind = key.kind, .seq = key.seq, .flags = FORMAT_BINARY, .mode = TRI_COUNT};
    struct archive_address address = {
        .kind = ADDRESS_UNKNOWN, .inlined = "", .called = "", .from_file = ""};
    key.routine = archive_loops_region(reader, function, same);
    if (same && !find_in_source(reader, function, loop, &address))
        address = find_loop(reader, function, loop);
    if (address.kind == ADDRESS_LINE) {
        key.line = address.line;
        key.file = keep(reader, address.file);
        key.dir = keep(reader, address.dir);
        made.line = key.line;
        struct loops_where where = {key.file, key.line, address.inlined_count};
        made.end_line = end_of_loop(reader, function, loop, &where);
    } else {
        key.file = keep(reader, base_name(function->plan->path));
    }
    bool is_new;
    function->regions[loop] = archive_raw_region_row(reader, &made, &key, &is_new);
    if (is_new)
        add_row(reader, function, loop, function->regions[loop], &address);
    return function->regions[loop];
}
