/* layout.h: what of a function's original is executed still, and where the jumps to its copy fit.
 *
 * Its copy does everything but its calls: these are made in the original, so that return addresses
 * are what they were. All other bytes are free for jumps: at the entry, at landing pads and behind
 * calls one of 5 bytes, or one of 2 bytes to a hole near it. */
#ifndef LOOPS_X86_64_LAYOUT_H
#define LOOPS_X86_64_LAYOUT_H

#include "loops/binary.h"
#include "loops/graph.h"
#include "loops/plan.h"

struct layout_site {
    uint64_t address;
    uint64_t hole; /* where the long jump is; 0: here */
    bool is_long;
};

struct layout {
    struct layout_site *sites; /* by address */
    size_t count, room;
    bool *here; /* by node: the call that it ends with cannot be made in the original */
};

/* The reason why a function cannot be patched; NULL: it can, and the layout is to be freed. */
const char *layout_begin(struct layout *layout, const struct binary *binary, uint32_t function,
                         const struct graph *graph);
void layout_end(struct layout *layout);

/* Where callers from anywhere go to the copy. */
uint64_t layout_entry(const struct binary *binary, uint64_t start);

/* Leads from a site to a byte of the code. */
void layout_patch(const struct layout *layout, struct plan *plan, uint64_t address, uint32_t to);

#endif
