/* call_sites.c: see call_sites.h */
#include "archive/raw/call_sites.h"

#include "archive/symbols/addresses.h"
#include "archive/symbols/line_comments.h"
#include "format/object.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Reads FORMAT_AT and an address; *others is the text behind it. False if the text is no
 * address. */
static bool read_address(const char *text, uint64_t *address, const char **others)
{
    char *end;
    if (*text != FORMAT_AT || !text[1])
        return false;
    *address = strtoull(text + 1, &end, 16);
    *others = end;
    return !*end || *end == FORMAT_OR;
}

static uint32_t keep(struct archive_raw_reader *reader, const char *text)
{
    return interned_add_text(reader->strings, text);
}

char *raw_module_path(const struct archive_raw_reader *reader, const char *module)
{
    const char *cwd = reader->archive->run.cwd;
    return *module != '/' && cwd && *cwd ? memory_printf("%s/%s", cwd, module)
                                         : memory_string(module);
}

/* Returns the size in bytes of an object whose name is its kind, to find its index in an array; 0:
 * not known. */
static uint64_t size_of_one(const char *name, unsigned machine)
{
    static const struct {
        enum format_object_kind kind;
        uint64_t x86_64, aarch64;
    } sizes[] = {{FORMAT_OBJECT_MUTEX, 40, 48},     {FORMAT_OBJECT_RWLOCK, 56, 56},
                 {FORMAT_OBJECT_SPIN, 4, 4},        {FORMAT_OBJECT_BARRIER, 32, 32},
                 {FORMAT_OBJECT_CONDITION, 48, 48}, {FORMAT_OBJECT_SEMAPHORE, 32, 32}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        if (!strcmp(format_object_word(sizes[i].kind), name))
            return machine == EM_X86_64    ? sizes[i].x86_64
                   : machine == EM_AARCH64 ? sizes[i].aarch64
                                           : 0;
    }
    return 0;
}

/* Names an object by its symbol: "mutex lock", "mutex forks[2]", "mutex pool+0x18". */
static uint32_t data_name(struct archive_raw_reader *reader, const char *name,
                          const struct archive_address *address)
{
    char inside[32] = "";
    uint64_t one = size_of_one(name, address->machine);
    if (one && address->size > one && address->size % one == 0 && address->offset % one == 0)
        snprintf(inside, sizeof inside, "[%llu]", (unsigned long long)(address->offset / one));
    else if (address->offset)
        snprintf(inside, sizeof inside, "+0x%llx", (unsigned long long)address->offset);
    char *joined = memory_printf("%s%s%s%s", name, *name ? " " : "", address->symbol, inside);
    uint32_t text = keep(reader, joined);
    free(joined);
    return text;
}

/* Numbers objects that were made at the same place in the source, since their addresses mean
 * nothing to a reader. */
static uint32_t numbered(struct archive_raw_reader *reader, struct archive_raw_place *place,
                         const char *name)
{
    uint32_t before = interned_count(place->met);
    uint32_t which = interned_add_text(place->met, name);
    place->met_count = memory_grow(place->met_count, &place->met_room, (size_t)which + 1,
                                   sizeof *place->met_count);
    if (which == before)
        place->met_count[which] = 0;
    if (++place->met_count[which] == 1)
        return keep(reader, name);
    char *joined = memory_printf("%s (%u)", name, place->met_count[which]);
    uint32_t text = keep(reader, joined);
    free(joined);
    return text;
}

/* Names an object by where it was made: "mutex 0x55d0" becomes "mutex of buffer.c:12", the next one
 * there "mutex of buffer.c:12 (2)"; an address that begins a function gives "thread work". */
static uint32_t site_name(struct archive_raw_reader *reader, struct archive_raw_place *place,
                          char *name, const struct archive_address *address)
{
    char *id = strstr(name, " 0x");
    if (id)
        *id = '\0';
    bool by_line = address->kind == ADDRESS_LINE && !address->is_entry;
    const char *slash = strrchr(address->file, '/');
    char *joined = by_line ? memory_printf("%s%sof %s:%u", name, *name ? " " : "",
                                           slash ? slash + 1 : address->file, address->line)
                           : memory_printf("%s%s%s%s", name, *name ? " " : "",
                                           address->is_entry ? "" : "of ", address->routine);
    uint32_t text = numbered(reader, place, joined);
    free(joined);
    return text;
}

/* Returns the row of the innermost measured routine that contains the site's line, or 0. The
 * routine's name is not compared: compilers may change it, as Fortran's do. */
static uint32_t measured_routine(const struct archive_raw_reader *reader,
                                 const struct archive_region_key *site)
{
    const struct archive_regions *regions = &reader->archive->regions;
    uint32_t files[] = {site->file, site->dir}, best = 0;
    uint32_t file = interned_find(reader->routine_files, files, sizeof files);
    uint32_t next = file != UINT32_MAX ? reader->file_routines[file] : 0;
    for (; next; next = reader->next_routine[next]) {
        if (site->line >= regions->line[next] && site->line <= regions->end_line[next] &&
            (!best || regions->line[next] > regions->line[best]))
            best = next;
    }
    return best;
}

/* Returns the row of the measured routine around a site, or else of one that is only named; 0:
 * neither. */
static uint32_t routine_of(struct archive_raw_reader *reader, const struct archive_region_key *site,
                           const struct archive_address *address)
{
    uint32_t measured = site->line ? measured_routine(reader, site) : 0;
    if (measured || !*address->routine)
        return measured;
    struct archive_region_key key = {.kind = TRI_KIND_ROUTINE,
                                     .line = address->routine_line,
                                     .name = keep(reader, address->routine),
                                     .file = site->file,
                                     .dir = site->dir};
    uint32_t names[] = {key.name, key.file, key.dir};
    uint32_t found = interned_find(reader->routines, names, sizeof names);
    if (found != UINT32_MAX)
        return reader->routine_rows[found];
    struct format_region only_named = {
        .kind = TRI_KIND_ROUTINE, .line = key.line, .mode = TRI_OFF, .reason = FORMAT_MEASURED};
    bool is_new;
    return archive_raw_region_row(reader, &only_named, &key, &is_new);
}

static void set_source(struct archive_raw_reader *reader, struct archive_raw_place *place,
                       struct archive_region_key *key, char *name,
                       const struct archive_address *address)
{
    if (key->kind == TRI_KIND_OBJECT)
        key->name = site_name(reader, place, name, address);
    key->dir = 0;
    if (address->kind == ADDRESS_LINE) {
        key->line = address->line;
        key->file = keep(reader, address->file);
        key->dir = keep(reader, address->dir);
    }
    if (key->kind != TRI_KIND_ROUTINE)
        key->routine = routine_of(reader, key, address);
}

/* Adds the address to the module of a key, which has no line: calls of one routine differ in
 * nothing else. */
static void add_address(struct archive_raw_reader *reader, struct archive_region_key *key,
                        uint64_t at)
{
    char *joined = memory_printf("%s+0x%llx", interned_text(reader->strings, key->file),
                                 (unsigned long long)at);
    key->file = keep(reader, joined);
    free(joined);
}

struct addresses *archive_raw_addresses(struct archive_raw_reader *reader)
{
    if (!reader->addresses)
        reader->addresses = archive_addresses_new();
    return reader->addresses;
}

/* True if an address that begins a function means the function, and not the return from a call at
 * the end of the one before it. */
static bool is_function_itself(uint32_t kind, const char *name)
{
    return kind == TRI_KIND_TASK || kind == TRI_KIND_OBJECT || kind == TRI_KIND_PARALLEL ||
           kind == TRI_KIND_SPAWN || kind == TRI_KIND_WORK || !strcmp(name, "end of parallel");
}

/* Resolves the other addresses that the call may have had: where they have different lines or
 * routines, neither is known. */
static void compare_others(struct archive_raw_reader *reader, const char *module,
                           const char *others, uint64_t newest, struct archive_address *address)
{
    while (*others == FORMAT_OR) {
        char *end;
        uint64_t at = strtoull(others + 1, &end, 16);
        struct archive_address other = archive_addresses_find(archive_raw_addresses(reader), module,
                                                              at, ADDRESS_OF_RETURN, newest);
        if (other.line != address->line || strcmp(other.file, address->file) != 0)
            address->line = address->routine_line;
        if (strcmp(other.routine, address->routine) != 0) {
            address->routine = "";
            address->is_main = false;
        }
        others = end;
    }
}

/* Changes a line of generated source to the line that it was generated from, if comments tell. */
static void find_origin(struct archive_raw_reader *reader, struct archive_address *address,
                        uint64_t newest)
{
    struct archive_generated_line at = {address->dir, address->file, address->line,
                                        address->routine_line, newest};
    struct archive_line_origin origin;
    if (address->kind != ADDRESS_LINE)
        return;
    if (!reader->line_comments)
        reader->line_comments = archive_line_comments_new();
    if (!archive_line_comments_find(reader->line_comments, &at, &origin))
        return;
    address->line = origin.line;
    address->file = origin.file;
    at.line = at.routine_line;
    bool is_known = at.line && archive_line_comments_find(reader->line_comments, &at, &origin);
    address->routine_line = is_known && !strcmp(origin.file, address->file) ? origin.line : 0;
}

bool raw_find_site(struct archive_raw_reader *reader, struct archive_raw_place *place,
                   struct archive_region_key *key)
{
    uint64_t at;
    const char *others;
    if (!read_address(interned_text(reader->strings, key->dir), &at, &others))
        return false;
    char *listed = memory_string(others);
    char *module = raw_module_path(reader, interned_text(reader->strings, key->file));
    char *name = memory_string(interned_text(reader->strings, key->name));
    struct archive_address address = archive_addresses_find(
        archive_raw_addresses(reader), module, at,
        is_function_itself(key->kind, name) ? ADDRESS_OF_ENTRY : ADDRESS_OF_RETURN,
        place->record.start.real);
    compare_others(reader, module, listed, place->record.start.real, &address);
    if (archive_addresses_find_construct(archive_raw_addresses(reader), module, at, name,
                                         place->record.start.real, &address))
        key->name = keep(reader, "implicit barrier");
    find_origin(reader, &address, place->record.start.real);
    if (address.kind == ADDRESS_DATA) {
        key->name = data_name(reader, name, &address);
        key->dir = 0;
    } else if (address.kind != ADDRESS_UNKNOWN) {
        set_source(reader, place, key, name, &address);
    } else {
        key->dir = 0;
    }
    bool is_call =
        !address.is_entry && key->kind != TRI_KIND_OBJECT && key->kind != TRI_KIND_ROUTINE;
    if (address.kind == ADDRESS_UNKNOWN || (address.kind == ADDRESS_ROUTINE && is_call))
        add_address(reader, key, at);
    free(module);
    free(name);
    free(listed);
    return address.is_main;
}
