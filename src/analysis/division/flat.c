/* flat.c: see flat.h */
#include "analysis/division/flat.h"

#include "analysis/division/names.h"
#include "cube/region_words.h"
#include "format/region.h"
#include "util/buffer.h"
#include "util/memory.h"
#include "util/pairs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

#define SEVERAL UINT32_MAX

/* A tree in construction. */
struct flattening {
    const struct archive *archive;
    const struct division_sources *sources;
    const uint8_t *chosen;
    struct interned *names, *keys;
    struct division_flat *flat;
    size_t key_room, routine_room;
    struct pairs children; /* (parent, key) -> node */
    uint32_t *names_of;    /* by region: number of its routine's name */
    uint32_t *keys_of;     /* by region */
    uint32_t *nodes_of;    /* by number of a name: the routine's node; 0: none */
    size_t name_count;     /* after all regions were named */
    uint32_t *only;        /* by region: its only loop node; SEVERAL, or 0: none */
};

/* Appends a loop's key. Copies that a compiler made of a loop have the same line; loops with probes
 * have a number of their own. */
static void key_loop(const struct flattening *flattening, uint32_t region, const char *routine,
                     struct buffer *to)
{
    const struct archive *archive = flattening->archive;
    const struct archive_regions *regions = &archive->regions;
    const char *file = cube_region_file(archive, region), *slash = strrchr(file, '/');
    bool binary = regions->flags[region] & FORMAT_BINARY;
    buffer_printf(to, "loop %s %s:%u", routine, slash ? slash + 1 : file, regions->line[region]);
    if (!binary || !regions->line[region])
        buffer_printf(to, " %u", regions->seq[region]);
    buffer_printf(to, " in %" PRIx64, analysis_division_source_tag(flattening->sources, region));
}

static void name_regions(struct flattening *flattening)
{
    const struct archive *archive = flattening->archive;
    struct buffer key = {0};
    flattening->names_of = analysis_division_names(archive, flattening->names);
    flattening->keys_of = memory_zeroed(archive->regions.rows + 1, sizeof *flattening->keys_of);
    for (uint32_t i = 0; i < archive->regions.rows; i++) {
        uint32_t kind = archive->regions.kind[i];
        const char *name = interned_text(flattening->names, flattening->names_of[i]);
        key.used = 0;
        if (kind == TRI_KIND_LOOP)
            key_loop(flattening, i, name, &key);
        else
            buffer_printf(&key, "%u %s", kind,
                          kind == TRI_KIND_ROUTINE ? name : cube_region_name(archive, i));
        flattening->keys_of[i] = interned_add_text(flattening->keys, key.text);
    }
    buffer_free(&key);
    flattening->name_count = interned_count(flattening->names);
    flattening->only = memory_zeroed(archive->regions.rows + 1, sizeof *flattening->only);
    flattening->nodes_of = memory_zeroed(flattening->name_count + 1, sizeof *flattening->nodes_of);
}

static uint32_t add_node(struct flattening *flattening, uint32_t parent, uint32_t region)
{
    struct division_flat *flat = flattening->flat;
    struct cube_overlay *overlay = &flat->overlay;
    uint32_t key = overlay->count ? flattening->keys_of[region] : ARCHIVE_NONE;
    uint32_t found = overlay->count
                         ? pairs_add(&flattening->children, parent, key, (uint32_t)overlay->count)
                         : 0;
    if (found != overlay->count)
        return found;
    overlay->nodes =
        memory_grow(overlay->nodes, &overlay->room, overlay->count + 1, sizeof *overlay->nodes);
    flat->keys =
        memory_grow(flat->keys, &flattening->key_room, overlay->count + 1, sizeof *flat->keys);
    flat->routines = memory_grow(flat->routines, &flattening->routine_room, overlay->count + 1,
                                 sizeof *flat->routines);
    overlay->nodes[overlay->count] = (struct overlay_node){parent, region};
    flat->keys[overlay->count] = key;
    flat->routines[overlay->count] = overlay->count ? flattening->names_of[region] : ARCHIVE_NONE;
    return (uint32_t)overlay->count++;
}

static bool is_used(const struct flattening *flattening, uint32_t row)
{
    const struct archive_nodes *nodes = &flattening->archive->nodes;
    return nodes->parent[row] != ARCHIVE_NONE &&
           (!flattening->chosen || flattening->chosen[nodes->lane[row]]);
}

static void add_routines(struct flattening *flattening)
{
    const struct archive *archive = flattening->archive;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        if (!is_used(flattening, i) || archive->regions.kind[region] != TRI_KIND_ROUTINE)
            continue;
        uint32_t node = add_node(flattening, 0, region);
        flattening->nodes_of[flattening->names_of[region]] = node;
        flattening->flat->overlay.to[i] = node;
    }
}

/* True if a row is a loop, or an outlined body of an OpenMP construct around one. */
static bool is_inside_routine(const struct flattening *flattening, uint32_t row)
{
    const struct archive *archive = flattening->archive;
    uint32_t region = archive->nodes.region[row];
    const char *name = cube_region_name(archive, region);
    size_t size = strlen(name);
    return archive->regions.kind[region] == TRI_KIND_LOOP ||
           (archive->regions.kind[region] == TRI_KIND_ROUTINE &&
            division_own_length(name, size) < size);
}

/* Returns the node below which a loop belongs: the nearest loop around it of the same routine, with
 * only loops of inlined routines in between, else the routine. */
static uint32_t parent_of_loop(const struct flattening *flattening, uint32_t row)
{
    const struct archive_nodes *nodes = &flattening->archive->nodes;
    uint32_t name = flattening->names_of[nodes->region[row]];
    for (uint32_t above = nodes->parent[row]; is_inside_routine(flattening, above);
         above = nodes->parent[above]) {
        bool loop = flattening->archive->regions.kind[nodes->region[above]] == TRI_KIND_LOOP;
        if (loop && flattening->names_of[nodes->region[above]] == name)
            return flattening->flat->overlay.to[above];
    }
    return flattening->nodes_of[name];
}

/* Returns the node of a loop. Threads of a team start inside of what is around the loop on the
 * first thread: if no loop is around it, it is the only one that was found before. */
static uint32_t add_loop(struct flattening *flattening, uint32_t row)
{
    uint32_t region = flattening->archive->nodes.region[row];
    uint32_t parent = parent_of_loop(flattening, row);
    uint32_t *only = &flattening->only[region];
    bool outermost = parent == flattening->nodes_of[flattening->names_of[region]];
    bool known = *only != 0 && *only != SEVERAL;
    uint32_t node = outermost && known ? *only : add_node(flattening, parent, region);
    *only = !*only || *only == node ? node : SEVERAL;
    return node;
}

static void add_others(struct flattening *flattening)
{
    const struct archive *archive = flattening->archive;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i];
        uint32_t kind = archive->regions.kind[region], above = archive->nodes.parent[i];
        if (!is_used(flattening, i) || kind == TRI_KIND_ROUTINE)
            continue;
        uint32_t *to = flattening->flat->overlay.to;
        to[i] = kind == TRI_KIND_LOOP ? add_loop(flattening, i)
                                      : add_node(flattening, to[above], region);
    }
}

/* Finds the node in which each node was first executed. */
static void find_around(struct division_flat *flat, const struct archive *archive)
{
    const uint32_t *to = flat->overlay.to, *parents = archive->nodes.parent;
    flat->around = memory_zeroed(flat->overlay.count + 1, sizeof *flat->around);
    flat->rows = memory_zeroed(flat->overlay.count + 1, sizeof *flat->rows);
    uint8_t *seen = memory_zeroed(flat->overlay.count + 1, sizeof *seen);
    seen[0] = 1;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        if (seen[to[i]])
            continue;
        seen[to[i]] = 1;
        flat->rows[to[i]] = i;
        flat->around[to[i]] = to[parents[i]];
    }
    free(seen);
}

struct division_flat division_flat_new(const struct archive *archive,
                                       const struct division_sources *sources,
                                       const uint8_t *chosen, struct interned *names,
                                       struct interned *keys)
{
    struct division_flat flat = {
        .overlay.to = memory_zeroed(archive->nodes.rows + 1, sizeof *flat.overlay.to)};
    struct flattening flattening = {.archive = archive,
                                    .sources = sources,
                                    .chosen = chosen,
                                    .names = names,
                                    .keys = keys,
                                    .flat = &flat};
    name_regions(&flattening);
    add_node(&flattening, ARCHIVE_NONE, 0);
    add_routines(&flattening);
    add_others(&flattening);
    find_around(&flat, archive);
    pairs_free(&flattening.children);
    free(flattening.names_of);
    free(flattening.keys_of);
    free(flattening.nodes_of);
    free(flattening.only);
    return flat;
}

void division_flat_free(struct division_flat *flat)
{
    cube_overlay_free(&flat->overlay);
    free(flat->around);
    free(flat->rows);
    free(flat->keys);
    free(flat->routines);
}
