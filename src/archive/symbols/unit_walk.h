/* unit_walk.h: the entries of a unit's debugging information that hold code or names, found in one
 * pass. */
#ifndef ARCHIVE_SYMBOLS_UNIT_WALK_H
#define ARCHIVE_SYMBOLS_UNIT_WALK_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WALK_NONE UINT32_MAX

/* A namespace, class, module or function: what the full name of a function is made of. */
struct walk_holder {
    Dwarf_Off die;
    uint32_t parent; /* the holder that it is in; WALK_NONE */
    int tag;
};

/* A function that has code, or an instance of one that was inlined. */
struct walk_scope {
    Dwarf_Die die;
    uint32_t parent; /* what it was inlined into; WALK_NONE */
};

struct walk_range {
    uint64_t start, end;
    uint32_t scope, depth;
};

struct walk {
    struct walk_holder *holders; /* by offset */
    size_t holder_count, holder_room;
    struct walk_scope *scopes; /* one before those that were inlined into it */
    size_t scope_count, scope_room;
    struct walk_range *ranges;
    size_t range_count, range_room;
    bool names_only; /* scopes are not wanted */
};

void walk_unit(struct walk *walk, Dwarf_Die *unit, bool names_only);
void walk_free(struct walk *walk);

/* The holder at an offset; WALK_NONE: none is there. */
uint32_t walk_find(const struct walk *walk, Dwarf_Off die);

#endif
