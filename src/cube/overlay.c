/* overlay.c: see overlay.h */
#include "cube/overlay.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <stdlib.h>

#define SEVERAL UINT32_MAX

/* A merge in progress. */
struct laying {
    const struct archive *archive;
    const uint8_t *chosen;
    const uint32_t *keys;
    struct cube_overlay *overlay;
    struct pairs children; /* (parent, key) -> node */
    uint32_t *only; /* by key: the only node with it on the first lanes; SEVERAL, or 0: none */
    uint32_t *first_lane; /* by place */
};

static uint32_t add_node(struct cube_overlay *overlay, uint32_t parent, uint32_t region)
{
    overlay->nodes =
        memory_grow(overlay->nodes, &overlay->room, overlay->count + 1, sizeof *overlay->nodes);
    overlay->nodes[overlay->count] = (struct overlay_node){parent, region};
    return (uint32_t)overlay->count++;
}

/* Returns the merged node below which a node belongs: see cube_overlay_lanes. */
static uint32_t parent_of(const struct laying *laying, uint32_t parent, uint32_t key, bool is_first)
{
    if (parent || is_first || pairs_find(&laying->children, 0, key) != PAIRS_NONE)
        return parent;
    uint32_t only = laying->only[key];
    return only && only != SEVERAL ? laying->overlay->nodes[only].parent : parent;
}

/* Merges the nodes of the places' first lanes, or those of the others. */
static void add_nodes(struct laying *laying, bool first)
{
    const struct archive *archive = laying->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    struct cube_overlay *overlay = laying->overlay;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t lane = nodes->lane[i], region = nodes->region[i];
        bool is_first = laying->first_lane[archive->lanes.place[lane]] == lane;
        if (nodes->parent[i] == ARCHIVE_NONE || is_first != first ||
            (laying->chosen && !laying->chosen[lane]))
            continue;
        uint32_t key = laying->keys ? laying->keys[region] : region;
        uint32_t parent = parent_of(laying, overlay->to[nodes->parent[i]], key, is_first);
        overlay->to[i] = pairs_add(&laying->children, parent, key, (uint32_t)overlay->count);
        if (overlay->to[i] != overlay->count)
            continue;
        uint32_t number = add_node(overlay, parent, region);
        if (first)
            laying->only[key] = laying->only[key] ? SEVERAL : number;
    }
}

/* Returns, by place, its lane with the smallest number. */
static uint32_t *find_first_lanes(const struct archive *archive)
{
    const struct archive_lanes *lanes = &archive->lanes;
    uint32_t *first = memory_zeroed(archive->places.rows + 1, sizeof *first);
    for (size_t i = 0; i < archive->places.rows; i++)
        first[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < lanes->rows; i++) {
        uint32_t *of = &first[lanes->place[i]];
        if (*of == ARCHIVE_NONE || lanes->number[i] < lanes->number[*of])
            *of = i;
    }
    return first;
}

struct cube_overlay cube_overlay_lanes(const struct archive *archive, const uint8_t *chosen,
                                       const uint32_t *key_of_region, size_t keys)
{
    struct cube_overlay overlay = {.to =
                                       memory_zeroed(archive->nodes.rows + 1, sizeof *overlay.to)};
    struct laying laying = {
        .archive = archive,
        .chosen = chosen,
        .keys = key_of_region,
        .overlay = &overlay,
        .only = memory_zeroed(keys + 1, sizeof *laying.only),
        .first_lane = find_first_lanes(archive),
    };
    add_node(&overlay, ARCHIVE_NONE, 0);
    add_nodes(&laying, true);
    add_nodes(&laying, false);
    pairs_free(&laying.children);
    free(laying.only);
    free(laying.first_lane);
    return overlay;
}

void cube_overlay_free(struct cube_overlay *overlay)
{
    free(overlay->to);
    free(overlay->nodes);
    *overlay = (struct cube_overlay){0};
}
