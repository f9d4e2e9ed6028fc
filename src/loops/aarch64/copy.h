/* copy.h: the copy of a function while it is made. */
#ifndef LOOPS_AARCH64_COPY_H
#define LOOPS_AARCH64_COPY_H

#include "loops/aarch64/emit.h"
#include "loops/plan/rewrite.h"

#define COPY_NOWHERE UINT32_MAX

/* Words that are put behind the others. */
struct copy_later {
    enum { LATER_EDGE, LATER_SLOW } kind;
    uint32_t from;   /* word that goes there */
    uint32_t back;   /* of a slow path: where it goes on */
    uint32_t edge;   /* of an edge: probes, then where it leads */
    uint32_t what;   /* of a slow path: enum format_slow and slot */
    uint32_t first;  /* of a slow path: an instruction that comes before it; 0: none */
    uint32_t branch; /* the instruction to be completed, without its distance */
    uint32_t origin_node;
    uint64_t origin;
};

struct copy_fix {
    uint32_t at, node, branch;
    uint32_t skip; /* bytes after the label */
};

struct copy {
    struct loops_rewriting *rewriting;
    struct loops_rewritten *function;
    const struct loops_graph *graph;
    struct loops_plan *plan;
    uint32_t number;        /* of the function */
    uint32_t node;          /* whose copy is made */
    uint32_t *labels;       /* by node: byte of the code */
    uint32_t *taken, *next; /* by node: edges; COPY_NOWHERE */
    bool *is_patched;       /* by node: where it begins, the original gets a jump */
    struct copy_fix *fixes;
    size_t fix_count, fix_room;
    struct copy_later *later;
    size_t later_count, later_room;
    uint32_t slot;    /* the next one */
    uint32_t pointer; /* the next cell of a call through a pointer */
    uint64_t patched_entry;
    uint32_t origin_node; /* what stands there now: see loops_plan_origin() */
    uint64_t origin;
    bool is_long; /* too long for the shortest branches */
    /* The function itself uses neither x16 nor x17: the node is in x17 all the time, but between a
     * call's slot and the call; x16 is for whoever needs a register. */
    bool keeps_node;
};

void copy_put(struct copy *copy, uint32_t word);
/* What comes now stands for an instruction, while the flow is in a node; so many pairs of registers
 * are pushed meanwhile. */
void copy_origin(struct copy *copy, uint32_t node, uint64_t address);
void copy_pushed(struct copy *copy, uint32_t pairs);
/* Of a node in the original. */
uint64_t copy_address(const struct copy *copy, uint32_t node);
void copy_go_to(struct copy *copy, uint32_t branch, uint32_t node); /* 0: b */
void copy_change(struct copy *copy, uint32_t at, uint32_t word);
/* The branch at that word goes there, now that it is known where. */
void copy_complete(struct copy *copy, uint32_t at, uint32_t branch, uint32_t to);

/* What is counted on an edge; registers in `needed` are kept. */
void copy_probes(struct copy *copy, uint32_t edge, uint32_t needed);

/* Loads the current node. */
void copy_current(struct copy *copy, uint32_t thread, uint32_t node);
/* Goes to a slow path unless the number in a register is this function's. */
void copy_compare(struct copy *copy, uint32_t number, uint32_t what);
/* The current node is in x17, or goes to a slow path if it is another function's. */
void copy_check(struct copy *copy, enum format_slow slow);
/* Of a function without calls, which never is the current one: the same. Flags are lost. */
void copy_find_leaf(struct copy *copy);
/* Goes to it if a register is zero. */
void copy_unless(struct copy *copy, uint32_t number, uint32_t what);

/* Tells that an exception landed; the node is in x17. */
void copy_land(struct copy *copy);

void copy_call(struct copy *copy, const struct loops_instruction *in, uint32_t back);
void copy_tail_call(struct copy *copy, uint64_t target);
void copy_jump_by_table(struct copy *copy, const struct loops_instruction *in, uint32_t node);

/* Up to `count` registers that are not needed; returns how many there are. */
uint32_t copy_scratch(uint32_t needed, uint32_t count, uint32_t *found);

/* Whether an address of the node's original is to hold something else: it cannot be executed there.
 */
bool copy_is_taken(const struct copy *copy, uint64_t address);

#endif
