/* layout.h: what of the originals is executed still, and where the jumps to their copies fit.
 *
 * The copy of a function does everything but its calls: these are made in the original, so that
 * return addresses are what they were. All other bytes are free for jumps: at the entry, at landing
 * pads and behind calls one of 5 bytes, or one of 2 bytes to a hole near it. */
#ifndef LOOPS_X86_64_LAYOUT_H
#define LOOPS_X86_64_LAYOUT_H

#include "loops/plan/rewrite.h"

struct layout_site {
    uint64_t address;
    uint64_t hole; /* where the long jump is; 0: here */
    bool is_long;
};

/* Of one function. */
struct layout {
    size_t count;
    bool *here; /* by node: the call that it ends with cannot be made in the original */
    struct layout_site sites[]; /* by address */
};

/* Gives all functions that can be patched a layout, and all others a reason. */
void layout_all(const struct loops_binary *binary, struct loops_rewritten *functions);

/* Where callers from anywhere go to the copy. */
uint64_t layout_entry(const struct loops_binary *binary, uint64_t start);

/* Leads from a site to a byte of the code. */
void layout_patch(const struct layout *layout, struct loops_plan *plan, uint64_t address,
                  uint32_t to);

#endif
