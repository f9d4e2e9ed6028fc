/* copy.h: the copy of an aarch64 function while it is made: see aarch64.h for its layout. */
#ifndef LOOPS_AARCH64_COPY_H
#define LOOPS_AARCH64_COPY_H

#include "loops/aarch64/emit.h"
#include "loops/plan/rewrite.h"

#define COPY_NOWHERE UINT32_MAX

/* Code that is placed after all blocks: the probes of an edge that is seldom taken, or a slow path.
 */
struct copy_later {
    enum { LATER_EDGE, LATER_SLOW } kind;
    uint32_t from;        /* position of the branch that leads here */
    uint32_t back;        /* slow path: position where it continues */
    uint32_t edge;        /* edge whose probes are placed here, before a jump to its target */
    uint32_t what;        /* slow path: enum format_slow and slot */
    uint32_t first;       /* slow path: an instruction that comes first; 0: none */
    uint32_t branch;      /* the branch without its distance; 0: b */
    uint32_t pairs;       /* slow path: pairs of registers that are on the stack */
    bool keeps;           /* slow path: x16 and x17 are preserved */
    uint32_t origin_node; /* as in struct copy */
    uint64_t origin;
};

/* A branch at position `at` to a node whose position is not known yet. */
struct copy_fix {
    uint32_t at, node, branch;
    uint32_t skip; /* bytes after the beginning of the node */
};

/* A copy. Positions are bytes of the plan's code. */
struct copy {
    struct loops_rewriting *rewriting;
    struct loops_rewritten *function;
    const struct loops_graph *graph;
    struct loops_plan *plan;
    uint32_t number;        /* number of the function */
    uint32_t node;          /* the node that is being copied */
    uint32_t *labels;       /* by node: position; COPY_NOWHERE: not known yet */
    uint32_t *taken, *next; /* by node: the edge that its branch or jump takes, and the one to the
                               code after it; COPY_NOWHERE if there is none */
    bool *is_patched;       /* by node: the original gets a jump at its beginning */
    struct copy_fix *fixes; /* branches to nodes, completed at the end */
    size_t fix_count, fix_room;
    struct copy_later *later;
    size_t later_count, later_room;
    uint32_t slot;          /* next free slot */
    uint32_t pointer;       /* next free cell for a call through a pointer */
    uint64_t patched_entry; /* address in the original of the jump to the entry */
    uint32_t origin_node;   /* the current origin: see loops_plan_origin() */
    uint64_t origin;
    bool is_long; /* too long for the reach of tbz */
    /* The function itself uses neither x16 nor x17: then x17 always holds the node, except between
     * setting up a call and the call; x16 is free for any use. */
    bool keeps_node;
};

/* Appends a word of code. */
void copy_put(struct copy *copy, uint32_t word);
/* copy_origin() notes that the following code stands for the original instruction at an address,
 * while the flow is in a node. copy_pushed() notes how many pairs of registers are on the stack
 * meanwhile. */
void copy_origin(struct copy *copy, uint32_t node, uint64_t address);
void copy_pushed(struct copy *copy, uint32_t pairs);
/* Returns the address of a node in the original. */
uint64_t copy_address(const struct copy *copy, uint32_t node);
/* Appends a branch (0: b) to a node, to be completed when the node's position is known. */
void copy_go_to(struct copy *copy, uint32_t branch, uint32_t node);
/* Replaces the word at a position. */
void copy_change(struct copy *copy, uint32_t at, uint32_t word);
/* Completes the branch (0: b) at position `at` so that it leads to position `to`. */
void copy_complete(struct copy *copy, uint32_t at, uint32_t branch, uint32_t to);

/* Appends the probes of an edge. They preserve the registers in `needed`. */
void copy_probes(struct copy *copy, uint32_t edge, uint32_t needed);

/* Adds code to be placed after all blocks. */
void copy_add_later(struct copy *copy, struct copy_later later);
/* Appends a branch (0: b) to a slow path, which continues after it. */
void copy_go_slow(struct copy *copy, uint32_t branch, uint32_t what);
/* Appends a branch to a slow path that changes no register; `pairs` of registers are on the stack.
 * Returns its number in `later`: it continues at `back`, which the caller sets. */
size_t copy_ask(struct copy *copy, uint32_t branch, uint32_t what, uint32_t pairs);

/* Loads the current node into register `node`; `thread` is used on the way and may be the same. */
void copy_current(struct copy *copy, uint32_t thread, uint32_t node);
/* Goes to a slow path unless the number in a register is this function's. Overwrites the register.
 */
void copy_compare(struct copy *copy, uint32_t number, uint32_t what);
/* Loads the current node into x17; goes to a slow path if it belongs to another function, if it is
 * in a call of unmeasured code, which then enters the function again, or if the stack pointer is
 * above that of the last fold. Flags are lost unless they are `needed`. */
void copy_check_entry(struct copy *copy, uint32_t needed);
/* Does the same for a function without calls, whose node never is the current one. Flags are lost.
 */
void copy_find_leaf(struct copy *copy);
/* Goes to a slow path if a register is zero. */
void copy_unless(struct copy *copy, uint32_t number, uint32_t what);

/* Reports that an exception landed here; afterwards the node is in x17. */
void copy_land(struct copy *copy, uint32_t pad);

/* Appends a call and the code after it. `back`: the edge of its return, COPY_NOWHERE if it does not
 * return. */
void copy_call(struct copy *copy, const struct loops_instruction *in, uint32_t back);
/* Appends a jump to another function. */
void copy_tail_call(struct copy *copy, uint64_t target);
/* Appends the jump through a register at the end of a node. */
void copy_jump_by_table(struct copy *copy, const struct loops_instruction *in, uint32_t node);

/* Finds up to `count` registers that are not in `needed`, caller-saved ones first; returns how many
 * there are. */
uint32_t copy_scratch(uint32_t needed, uint32_t count, uint32_t *found);

/* True if the instruction at an address of the current node's original is replaced by a jump, so
 * that it cannot be executed there. */
bool copy_is_taken(const struct copy *copy, uint64_t address);

#endif
