/* copy.h: the copy of a function of x86-64 while it is made. */
#ifndef LOOPS_X86_64_COPY_H
#define LOOPS_X86_64_COPY_H

#include "loops/plan/rewrite.h"
#include "loops/x86_64/emit.h"
#include "loops/x86_64/layout.h"

#define X86_COPY_NOWHERE UINT32_MAX

/* What is put behind everything else. */
struct x86_later {
    enum { X86_LATER_EDGE, X86_LATER_SLOW } kind;
    uint32_t from;   /* distance that leads there */
    uint32_t back;   /* of a slow path: where it goes on */
    uint32_t edge;   /* of an edge: probes, then where it leads */
    uint32_t what;   /* of a slow path: enum format_slow and slot */
    uint32_t pushed; /* bytes, by what went there */
    uint32_t origin_node;
    uint64_t origin;
};

struct x86_fix {
    uint32_t at, node;
};

struct x86_copy {
    struct loops_rewriting *rewriting;
    struct loops_rewritten *function;
    const struct loops_binary *binary;
    const struct loops_graph *graph;
    struct loops_plan *plan;
    const struct layout *layout;
    uint32_t number;        /* of the function */
    uint32_t node;          /* whose copy is made */
    uint32_t *labels;       /* by node: byte of the code */
    uint32_t *taken, *next; /* by node: edges; X86_COPY_NOWHERE */
    struct x86_fix *fixes;
    size_t fix_count, fix_room;
    struct x86_later *later;
    size_t later_count, later_room;
    struct x86_fix *indexes; /* distances to where labels have their numbers */
    size_t index_count, index_room;
    uint32_t origin_node; /* what stands there now: see loops_plan_origin() */
    uint64_t origin;
    uint32_t slot;  /* the next one */
    uint32_t pads;  /* registers that landing pads need */
    bool has_calls; /* so that nothing is kept below the stack pointer */
};

/* An instruction of the original, wherever it stands now. */
void x86_copy_instruction(struct x86_copy *copy, const struct loops_instruction *in);
bool x86_copy_fields(const struct x86_copy *copy, const struct loops_instruction *in,
                     struct x86_64_fields *fields);
const uint8_t *x86_copy_bytes(const struct x86_copy *copy, const struct loops_instruction *in);
/* What a jump or call through a register or memory leads to: is loaded, jumped to, pushed. */
void x86_copy_load_target(struct x86_copy *copy, const struct loops_instruction *in, unsigned to);
void x86_copy_jump_instead(struct x86_copy *copy, const struct loops_instruction *in);
void x86_copy_push_target(struct x86_copy *copy, const struct loops_instruction *in);

/* What comes now stands for an instruction, while the flow is in a node; so many bytes are pushed
 * meanwhile. */
void x86_copy_origin(struct x86_copy *copy, uint32_t node, uint64_t address);
void x86_copy_pushed(struct x86_copy *copy, uint32_t bytes);
uint64_t x86_copy_address(const struct x86_copy *copy, uint32_t node); /* of the original */

void x86_copy_go_to(struct x86_copy *copy, uint32_t at, uint32_t node);
void x86_copy_add_later(struct x86_copy *copy, struct x86_later later);
/* What is counted on an edge; registers in `needed` are kept. */
void x86_copy_probes(struct x86_copy *copy, uint32_t edge, uint32_t needed);

/* The current node must be of this function: as it is entered by anybody; as an exception landed.
 */
void x86_copy_enter(struct x86_copy *copy, uint32_t needed);
void x86_copy_land(struct x86_copy *copy);
void x86_copy_call(struct x86_copy *copy, const struct loops_instruction *in, uint32_t back);
void x86_copy_tail_call(struct x86_copy *copy, uint64_t target);
void x86_copy_jump_by_table(struct x86_copy *copy, const struct loops_instruction *in,
                            uint32_t node);
/* Whether jump tables can be looked up: labels are not too far apart, and need no flags. */
enum { X86_COPY_RANGES = 8 };
bool x86_copy_can_look_up(const struct loops_graph *graph, const uint32_t *live);
/* Behind all jumps by tables. */
void x86_copy_index(struct x86_copy *copy);

/* Up to `count` registers that are not needed; returns how many there are. */
uint32_t x86_copy_scratch(uint32_t needed, uint32_t count, unsigned *found);

#endif
