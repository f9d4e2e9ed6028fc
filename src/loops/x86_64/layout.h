/* layout.h: decides which parts of the original functions are still executed, and where the jumps
 * to their copies are placed.
 *
 * The copy of a function executes everything except its calls: these are executed in the original,
 * so that return addresses stay what they were. All other bytes are free for jumps, which are
 * needed at the entry, at landing pads and after calls: a long one of 5 bytes, or a short one of 2
 * bytes to a hole nearby that has the long one.
 *
 *    original   |jmp copy|..........|jmp .+40|call|jmp copy|....|jmp copy|
 *                entry               site     ^    site          ^ hole of the short one
 *                (long)              (short)  executed here
 *
 * If a site begins where a call does, the call cannot stay: it is right behind another one. Where a
 * short jump leaves enough of its bytes, a shorter call, through r11, can be made at their end;
 * otherwise the copy makes the call.
 *
 *                |call f|call g     |          |call f|jmp .+40|call *%r11|
 */
#ifndef LOOPS_X86_64_LAYOUT_H
#define LOOPS_X86_64_LAYOUT_H

#include "loops/plan/rewrite.h"

/* A place in the original that needs a jump to the copy. */
struct layout_site {
    uint64_t address;
    uint64_t hole; /* address of the long jump; 0: at the site itself */
    bool is_long;
};

/* Where the call at the end of a node is made. */
enum layout_call {
    LAYOUT_CALL_STAYS,
    LAYOUT_CALL_SHORTER, /* at the end of its bytes, through r11, if that is free; else in the copy
                          */
    LAYOUT_CALL_IN_COPY,
};

enum { LAYOUT_CALL_SIZE = 3 }; /* bytes of a call through r11 */

/* The layout of one function. */
struct layout {
    size_t count;
    uint8_t *calls;             /* by node: enum layout_call */
    struct layout_site sites[]; /* sorted by address */
};

/* Sets `layout` of all functions that can be patched, and `why` of the others. */
void layout_all(const struct loops_binary *binary, struct loops_rewritten *functions);

/* Returns the address where the jump to the copy's entry is placed: after endbr64, if the function
 * begins with that. */
uint64_t layout_entry(const struct loops_binary *binary, uint64_t start);

/* Adds the patches that lead from a site to position `to` of the code. */
void layout_patch(const struct layout *layout, struct loops_plan *plan, uint64_t address,
                  uint32_t to);

#endif
