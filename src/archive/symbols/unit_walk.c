/* unit_walk.c: see unit_walk.h */
#include "archive/symbols/unit_walk.h"

#include "util/memory.h"

#include <dwarf.h>
#include <stdlib.h>

enum { DEEPEST = 512 }; /* limit of nested entries */

/* The position of the walk. */
struct place {
    uint32_t holder, scope, depth;
};

static uint32_t add_holder(struct walk *walk, Dwarf_Die *die, int tag, uint32_t parent)
{
    walk->holders = memory_grow(walk->holders, &walk->holder_room, walk->holder_count + 1,
                                sizeof *walk->holders);
    walk->holders[walk->holder_count] = (struct walk_holder){dwarf_dieoffset(die), parent, tag};
    return (uint32_t)walk->holder_count++;
}

/* Adds a scope if the entry has code, else returns WALK_NONE. */
static uint32_t add_scope(struct walk *walk, Dwarf_Die *die, uint32_t parent, uint32_t depth)
{
    Dwarf_Addr base, start, end;
    ptrdiff_t at = 0;
    uint32_t scope = (uint32_t)walk->scope_count;
    size_t before = walk->range_count;
    while ((at = dwarf_ranges(die, at, &base, &start, &end)) > 0) {
        if (start >= end)
            continue;
        walk->ranges = memory_grow(walk->ranges, &walk->range_room, walk->range_count + 1,
                                   sizeof *walk->ranges);
        walk->ranges[walk->range_count++] = (struct walk_range){start, end, scope, depth};
    }
    if (walk->range_count == before)
        return WALK_NONE;
    walk->scopes =
        memory_grow(walk->scopes, &walk->scope_room, walk->scope_count + 1, sizeof *walk->scopes);
    walk->scopes[walk->scope_count++] = (struct walk_scope){*die, parent};
    return scope;
}

/* True if an entry may contain functions; `place` becomes the position inside it. */
static bool enter(struct walk *walk, Dwarf_Die *die, struct place *place)
{
    int tag = dwarf_tag(die);
    uint32_t scope;
    place->depth++;
    switch (tag) {
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
        place->holder = add_holder(walk, die, tag, place->holder);
        return true;
    case DW_TAG_subprogram:
        place->holder = add_holder(walk, die, tag, place->holder);
        place->scope = walk->names_only ? WALK_NONE : add_scope(walk, die, WALK_NONE, place->depth);
        return true;
    case DW_TAG_inlined_subroutine:
        scope = walk->names_only ? WALK_NONE : add_scope(walk, die, place->scope, place->depth);
        if (scope != WALK_NONE)
            place->scope = scope;
        return !walk->names_only;
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
        return true;
    default:
        return false;
    }
}

static void walk_below(struct walk *walk, Dwarf_Die *above, struct place place)
{
    Dwarf_Die die;
    if (place.depth == DEEPEST || dwarf_child(above, &die))
        return;
    do {
        struct place inside = place;
        if (enter(walk, &die, &inside))
            walk_below(walk, &die, inside);
    } while (!dwarf_siblingof(&die, &die));
}

void walk_unit(struct walk *walk, Dwarf_Die *unit, bool names_only)
{
    *walk = (struct walk){.names_only = names_only};
    walk_below(walk, unit, (struct place){WALK_NONE, WALK_NONE, 0});
}

void walk_free(struct walk *walk)
{
    free(walk->holders);
    free(walk->scopes);
    free(walk->ranges);
    *walk = (struct walk){0};
}

uint32_t walk_find(const struct walk *walk, Dwarf_Off die)
{
    size_t low = 0, high = walk->holder_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (walk->holders[middle].die < die)
            low = middle + 1;
        else
            high = middle;
    }
    return low < walk->holder_count && walk->holders[low].die == die ? (uint32_t)low : WALK_NONE;
}
