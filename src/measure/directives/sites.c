/* sites.c: see sites.h */
#include "measure/directives/sites.h"

#include "format/variables.h"
#include "measure/guard.h"
#include "measure/place.h"
#include "measure/process.h"
#include "measure/region.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

/* A directive: its regions, and the routine that it is in, for a routine without a probe. */
struct recorded {
    struct tri_region regions[2]; /* the construct, its block */
    struct tri_region routine;
    struct tri_unit unit;
    size_t bytes; /* that the block takes along, if it is always the same */
    char note[];
};

enum { NUMBERS = 48 }; /* most characters of the numbers and separators of a line of the note */

static struct recorded *recorded_of(const struct tri_site *site)
{
    return (struct recorded *)(void *)site->recorded;
}

static enum tri_kind kind_of(enum tri_site_kind kind)
{
    switch (kind) {
    case TRI_SITE_ASYNC:
        return TRI_KIND_SPAWN;
    case TRI_SITE_AT:
    case TRI_SITE_ASYNC_AT:
    case TRI_SITE_GET:
    case TRI_SITE_PUT:
        return TRI_KIND_MOVE;
    case TRI_SITE_FINISH:
        return TRI_KIND_FINISH;
    case TRI_SITE_NEXT:
        return TRI_KIND_CLOCK;
    default:
        return TRI_KIND_ATOMIC;
    }
}

static const char *name_of(enum tri_site_kind kind)
{
    static const char *const names[] = {"async", "at",   "async at", "finish", "atomic",
                                        "when",  "next", "get",      "put"};
    return names[kind];
}

/* Returns the room of a record. */
static size_t room_of(const struct tri_site *site)
{
    size_t size = sizeof(struct recorded) + 2;
    for (unsigned i = 0; i < site->variable_count; i++)
        size += strlen(site->variables[i].name) + strlen(site->variables[i].type) + NUMBERS;
    return (size + 15) / 16 * 16;
}

/* Writes the note of a block's variables. */
static void describe(const struct tri_site *site, struct recorded *recorded, size_t room)
{
    char *at = recorded->note;
    size_t left = room - sizeof *recorded;
    *at++ = FORMAT_VARIABLES;
    left--;
    for (unsigned i = 0; i < site->variable_count; i++) {
        const struct tri_variable *variable = &site->variables[i];
        int size = snprintf(at, left, "%c%s%c%s%c%zu%c%u", FORMAT_VARIABLES_NEXT, variable->name,
                            FORMAT_VARIABLES_TAB, variable->type, FORMAT_VARIABLES_TAB,
                            variable->bytes, FORMAT_VARIABLES_TAB, variable->flags);
        if (size < 0 || (size_t)size >= left)
            break;
        at += size;
        left -= (size_t)size;
        recorded->bytes += variable->flags & TRI_VARIABLE_COPIED ? variable->bytes : 0;
    }
    *at = '\0';
}

static void describe_site(struct tri_site *site, struct recorded *recorded, size_t room,
                          const char *directory)
{
    if (site->variable_count)
        describe(site, recorded, room);
    for (int i = 0; i < 2; i++)
        recorded->regions[i] = (struct tri_region){
            .mode = TRI_NEW,
            .kind = (unsigned char)(i ? TRI_KIND_TASK : kind_of(site->kind)),
            .name = name_of(site->kind),
            .file = site->file,
            .note = !i && site->variable_count ? recorded->note : NULL,
            .routine = 1,
            .unit = &recorded->unit,
            .line = site->line,
            .end_line = site->end_line,
        };
    recorded->routine = (struct tri_region){.mode = TRI_OFF,
                                            .kind = TRI_KIND_ROUTINE,
                                            .name = site->routine,
                                            .file = site->file,
                                            .unit = &recorded->unit,
                                            .line = site->routine_line,
                                            .end_line = site->routine_end};
    recorded->unit = (struct tri_unit){.version = TRI_PROBES_VERSION,
                                       .count = 1,
                                       .regions = &recorded->routine,
                                       .file = site->file,
                                       .dir = directory,
                                       .registered = 1};
    site->recorded = recorded->regions;
}

void tri_record_sites(struct tri_site *sites, unsigned count, const char *directory)
{
    size_t size = 0;
    for (unsigned i = 0; i < count; i++)
        size += room_of(&sites[i]);
    char *memory =
        size ? mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
             : MAP_FAILED;
    for (unsigned i = 0; memory != MAP_FAILED && i < count; i++) {
        size_t room = room_of(&sites[i]);
        describe_site(&sites[i], (struct recorded *)(void *)memory, room, directory);
        memory += room;
    }
}

/* Adds the regions to the place's table. The routine is that of its probe, if it has one. */
static void add(const struct tri_site *site, struct recorded *recorded)
{
    struct tri_region *found = measure_region_find_routine(site->routine, site->file, 0);
    struct tri_unit *unit = &recorded->unit;
    if (found && found->unit)
        unit = found->unit;
    else if (!recorded->routine.id)
        measure_region_add_named(&recorded->routine, unit->dir);
    for (int i = 0; i < 2; i++) {
        struct tri_region *region = &recorded->regions[i];
        region->unit = unit;
        region->routine = unit == &recorded->unit ? 1 : (unsigned)(found - unit->regions) + 1;
        if (!measure_region_add(region, unit->dir))
            __atomic_store_n(&region->mode, TRI_OFF, __ATOMIC_RELAXED);
    }
}

static void meet(const struct tri_site *site, struct recorded *recorded)
{
    sigset_t before;
    if (measure_guard_is_own())
        return;
    measure_guard_enter(&before);
    if (!recorded->regions[0].id) {
        measure_process_start();
        add(site, recorded);
    }
    measure_guard_leave(&before);
}

static struct tri_region *region_of(const struct tri_site *site, int which)
{
    struct recorded *recorded = recorded_of(site);
    if (!recorded)
        return NULL;
    struct tri_region *region = &recorded->regions[which];
    if (__builtin_expect(__atomic_load_n(&region->mode, __ATOMIC_ACQUIRE) == TRI_NEW, 0))
        meet(site, recorded);
    return __atomic_load_n(&region->mode, __ATOMIC_RELAXED) == TRI_OFF ? NULL : region;
}

struct tri_region *measure_directive_region(const struct tri_site *site)
{
    return region_of(site, 0);
}

struct tri_region *measure_directive_block(const struct tri_site *site)
{
    return region_of(site, 1);
}

bool measure_directive_is_dynamic(const struct tri_site *site)
{
    return site->variable_count && site->variables[0].flags & TRI_VARIABLE_DYNAMIC;
}

size_t measure_directive_bytes(const struct tri_site *site, const char *data)
{
    const struct recorded *recorded = recorded_of(site);
    if (!measure_directive_is_dynamic(site))
        return recorded ? recorded->bytes : 0;
    const size_t *sizes = (const size_t *)(const void *)data;
    size_t bytes = 0;
    for (unsigned i = 0; i < site->variable_count; i++)
        bytes += site->variables[i].flags & TRI_VARIABLE_COPIED ? sizes[i] : 0;
    return bytes;
}
