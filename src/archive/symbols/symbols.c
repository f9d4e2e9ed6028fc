/* symbols.c: see symbols.h */
#include "archive/symbols/symbols.h"

#include "archive/symbols/module.h"
#include "archive/symbols/unit_read.h"
#include "format/loops.h"
#include "util/kept.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct unit_entry {
    struct archive_symbols_unit tables;
    void *made;    /* its tables, if they were read from debugging information */
    bool is_there; /* the tables can be used */
};

struct symbols {
    struct module *module;
    char *name; /* name in the cache */
    struct kept kept;
    struct format_symbols_range *ranges; /* sorted by start */
    size_t range_count, range_room;
    struct format_symbols_place *places; /* by unit */
    size_t unit_count, place_room;
    struct unit_entry *units; /* by number */
    struct symbols_names *names;
    bool looked; /* the cache and the list of units were read */
    bool more;   /* units were read that are not in the cache yet */
};

struct symbols *symbols_new(struct module *module)
{
    struct symbols *symbols = memory_zeroed(1, sizeof *symbols);
    symbols->module = module;
    return symbols;
}

/* Computes the checksum of everything before the tables of units. */
static uint64_t sum_of(struct format_symbols head, const void *ranges, const void *places)
{
    head.sum = kept_maker();
    uint64_t sum = format_sum(0, &head, sizeof head / 8);
    sum = format_sum(sum, ranges, head.range_count * sizeof(struct format_symbols_range) / 8);
    return format_sum(sum, places, head.unit_count * sizeof(struct format_symbols_place) / 8);
}

static bool check_ranges(const struct symbols *symbols)
{
    for (size_t i = 0; i < symbols->range_count; i++) {
        const struct format_symbols_range *range = &symbols->ranges[i];
        if (range->unit >= symbols->unit_count || (i && range->start < range[-1].start))
            return false;
    }
    for (size_t i = 0; i < symbols->unit_count; i++) {
        const struct format_symbols_place *place = &symbols->places[i];
        if (place->size && (place->offset % 8 || place->offset > symbols->kept.size ||
                            place->size > symbols->kept.size - place->offset))
            return false;
    }
    return true;
}

static void *copy_of(const void *from, size_t count, size_t size)
{
    void *copy = memory_zeroed(count + 1, size);
    if (count)
        memcpy(copy, from, count * size);
    return copy;
}

/* Takes the ranges and places from the cache; tables are opened when they are asked for. False if
 * they are damaged. */
static bool take_kept(struct symbols *symbols)
{
    const struct format_symbols *head = symbols->kept.bytes;
    size_t size = symbols->kept.size, room = size - sizeof *head;
    if (size < sizeof *head || head->magic != FORMAT_SYMBOLS_MAGIC ||
        head->version != FORMAT_SYMBOLS_VERSION || head->size != size ||
        head->range_count > room / sizeof *symbols->ranges)
        return false;
    room -= head->range_count * sizeof *symbols->ranges;
    if (head->unit_count > room / sizeof *symbols->places)
        return false;
    const void *ranges = head + 1;
    const void *places = (const struct format_symbols_range *)ranges + head->range_count;
    if (sum_of(*head, ranges, places) != head->sum)
        return false;
    symbols->range_count = head->range_count;
    symbols->unit_count = head->unit_count;
    symbols->ranges = copy_of(ranges, symbols->range_count, sizeof *symbols->ranges);
    symbols->places = copy_of(places, symbols->unit_count, sizeof *symbols->places);
    return check_ranges(symbols);
}

static void forget(struct symbols *symbols)
{
    kept_close(&symbols->kept);
    free(symbols->ranges);
    free(symbols->places);
    symbols->ranges = NULL;
    symbols->places = NULL;
    symbols->range_count = symbols->unit_count = 0;
    symbols->range_room = symbols->place_room = 0;
}

static int by_start(const void *a, const void *b)
{
    const struct format_symbols_range *left = a, *right = b;
    return left->start < right->start ? -1 : left->start > right->start;
}

/* Adds the ranges of a unit. Ranges at 0 are of functions that the linker removed. */
static void add_unit(struct symbols *symbols, Dwarf_Die *die, uint64_t bias)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    symbols->places = memory_grow(symbols->places, &symbols->place_room, symbols->unit_count + 1,
                                  sizeof *symbols->places);
    symbols->places[symbols->unit_count] =
        (struct format_symbols_place){.die = dwarf_dieoffset(die)};
    while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
        if (!start || start >= end)
            continue;
        symbols->ranges = memory_grow(symbols->ranges, &symbols->range_room,
                                      symbols->range_count + 1, sizeof *symbols->ranges);
        symbols->ranges[symbols->range_count++] = (struct format_symbols_range){
            start + bias, end + bias, (uint32_t)symbols->unit_count, 0};
    }
    symbols->unit_count++;
}

/* Adds the ranges of all units from the units themselves: not every compiler writes
 * .debug_aranges. */
static void find_units(struct symbols *symbols)
{
    Dwarf_CU *unit = NULL;
    Dwarf_Die die;
    Dwarf_Addr bias;
    Dwarf *dwarf = module_dwarf(symbols->module, &bias);
    while (dwarf && !dwarf_get_units(dwarf, unit, &unit, NULL, NULL, &die, NULL))
        add_unit(symbols, &die, bias);
    if (symbols->range_count)
        qsort(symbols->ranges, symbols->range_count, sizeof *symbols->ranges, by_start);
}

static void look(struct symbols *symbols)
{
    symbols->looked = true;
    symbols->name = module_kept_name(symbols->module, "symbols");
    if (!kept_open(&symbols->kept, symbols->name) || !take_kept(symbols)) {
        forget(symbols);
        find_units(symbols);
    }
    symbols->units = memory_zeroed(symbols->unit_count + 1, sizeof *symbols->units);
}

static bool open_kept(const struct symbols *symbols, uint32_t number)
{
    const struct format_symbols_place *place = &symbols->places[number];
    return place->size && archive_symbols_unit_open(
                              &symbols->units[number].tables,
                              (const char *)symbols->kept.bytes + place->offset, place->size);
}

static bool read_unit(struct symbols *symbols, uint32_t number)
{
    struct unit_entry *entry = &symbols->units[number];
    size_t size;
    Dwarf_Die die;
    Dwarf_Addr bias;
    Dwarf *dwarf = module_dwarf(symbols->module, &bias);
    if (!dwarf || !dwarf_offdie(dwarf, symbols->places[number].die, &die))
        return false;
    if (!symbols->names)
        symbols->names = symbols_names_new();
    entry->made = symbols_unit_read(&die, bias, symbols->names, &size);
    symbols->more = true;
    return archive_symbols_unit_open(&entry->tables, entry->made, size);
}

const struct archive_symbols_unit *symbols_unit_at(struct symbols *symbols, uint64_t at)
{
    if (!symbols->looked)
        look(symbols);
    size_t low = 0, high = symbols->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (symbols->ranges[middle].start <= at)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low || at >= symbols->ranges[low - 1].end)
        return NULL;
    uint32_t number = symbols->ranges[low - 1].unit;
    struct unit_entry *entry = &symbols->units[number];
    if (!entry->is_there && !entry->made)
        entry->is_there = open_kept(symbols, number) || read_unit(symbols, number);
    return entry->is_there ? &entry->tables : NULL;
}

/* Returns the tables of a unit, from memory or the cache; NULL and 0: none. */
static struct kept_part part_of(const struct symbols *symbols, size_t number)
{
    const struct unit_entry *entry = &symbols->units[number];
    const struct format_symbols_place *place = &symbols->places[number];
    if (entry->is_there)
        return (struct kept_part){entry->tables.head, entry->tables.size};
    if (place->size)
        return (struct kept_part){(const char *)symbols->kept.bytes + place->offset, place->size};
    return (struct kept_part){NULL, 0};
}

static void keep(const struct symbols *symbols)
{
    struct format_symbols head = {.magic = FORMAT_SYMBOLS_MAGIC,
                                  .version = FORMAT_SYMBOLS_VERSION,
                                  .unit_count = (uint32_t)symbols->unit_count,
                                  .range_count = symbols->range_count};
    struct format_symbols_place *places =
        copy_of(symbols->places, symbols->unit_count, sizeof *places);
    struct kept_part *parts = memory_zeroed(symbols->unit_count + 3, sizeof *parts);
    parts[0] = (struct kept_part){&head, sizeof head};
    parts[1] = (struct kept_part){symbols->ranges, symbols->range_count * sizeof *symbols->ranges};
    parts[2] = (struct kept_part){places, symbols->unit_count * sizeof *places};
    uint64_t at = parts[0].size + parts[1].size + parts[2].size;
    for (size_t i = 0; i < symbols->unit_count; i++) {
        parts[i + 3] = part_of(symbols, i);
        places[i].offset = at;
        places[i].size = parts[i + 3].size;
        at += parts[i + 3].size;
    }
    head.size = at;
    head.sum = sum_of(head, symbols->ranges, places);
    kept_write(symbols->name, parts, symbols->unit_count + 3);
    free(parts);
    free(places);
}

void symbols_free(struct symbols *symbols)
{
    if (!symbols)
        return;
    if (symbols->more)
        keep(symbols);
    for (size_t i = 0; symbols->units && i < symbols->unit_count; i++)
        free(symbols->units[i].made);
    free(symbols->units);
    symbols_names_free(symbols->names);
    forget(symbols);
    free(symbols->name);
    free(symbols);
}
