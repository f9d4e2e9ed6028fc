/* unit_walk.h: collects the entries of a unit's debugging information that hold code or names, in
 * one pass. */
#ifndef ARCHIVE_SYMBOLS_UNIT_WALK_H
#define ARCHIVE_SYMBOLS_UNIT_WALK_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WALK_NONE UINT32_MAX

/* A namespace, class, module or function: a part of the qualified name of a function. */
struct walk_holder {
    Dwarf_Off die;
    uint32_t parent; /* the holder that contains it; WALK_NONE: none */
    int tag;
};

/* A function that has code, or an inlined instance of one. */
struct walk_scope {
    Dwarf_Die die;
    uint32_t parent; /* the scope that it was inlined into; WALK_NONE: none */
};

struct walk_range {
    uint64_t start, end;
    uint32_t scope, depth;
};

struct walk {
    struct walk_holder *holders; /* sorted by offset */
    size_t holder_count, holder_room;
    struct walk_scope *scopes; /* a scope comes before those that were inlined into it */
    size_t scope_count, scope_room;
    struct walk_range *ranges;
    size_t range_count, range_room;
    bool names_only; /* scopes are not collected */
};

/* Walks a unit. To be freed with walk_free. */
void walk_unit(struct walk *walk, Dwarf_Die *unit, bool names_only);
void walk_free(struct walk *walk);

/* Returns the holder at an offset, or WALK_NONE. */
uint32_t walk_find(const struct walk *walk, Dwarf_Off die);

#endif
