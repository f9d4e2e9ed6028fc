/* copy.h: the copy of an x86-64 function while it is made. Positions are bytes of the plan's code.
 */
#ifndef LOOPS_X86_64_COPY_H
#define LOOPS_X86_64_COPY_H

#include "loops/plan/rewrite.h"
#include "loops/x86_64/emit.h"
#include "loops/x86_64/layout.h"

#define X86_COPY_NOWHERE UINT32_MAX

/* Code that is placed after all blocks: the probes of an edge that is seldom taken, a slow path, a
 * timer that is on, new extremes of a loop, or a call through a pointer that leads elsewhere than
 * the last time, or to a function with a context of its own, and what follows it. */
struct x86_later {
    enum {
        X86_LATER_EDGE,
        X86_LATER_SLOW,
        X86_LATER_TIMER,
        X86_LATER_EXTREMES,
        X86_LATER_POINTER,
        X86_LATER_POINTER_BACK,
    } kind;
    uint32_t from;  /* position of the distance that leads here */
    uint32_t other; /* extremes: the same of a second distance */
    uint32_t back;  /* position where it continues */
    uint32_t end;   /* after a call through a pointer: where a slow path continues */
    uint32_t edge;  /* edge whose probes are placed here, before a jump to its target */
    uint32_t what;  /* slow path: enum format_slow and slot; timer: its probe; extremes: the
                       pair of values; call through a pointer: its first cell */
    const struct loops_instruction *call; /* the call through a pointer, or NULL */
    uint32_t needed;                      /* timer: registers that it preserves */
    unsigned node, value;                 /* registers that have the node, and the value */
    bool reloads;                         /* slow path: the node is loaded afterwards */
    uint32_t pushed;                      /* bytes on the stack when it is reached */
    uint32_t origin_node;                 /* as in struct x86_copy */
    uint64_t origin;
};

/* A distance at position `at` that is to lead to a node. */
struct x86_fix {
    uint32_t at, node;
};

/* A copy. */
struct x86_copy {
    struct loops_rewriting *rewriting;
    struct loops_rewritten *function;
    const struct loops_binary *binary;
    const struct loops_graph *graph;
    struct loops_plan *plan;
    const struct layout *layout;
    uint32_t number;        /* number of the function */
    uint32_t node;          /* the node that is being copied */
    uint32_t *labels;       /* by node: position; X86_COPY_NOWHERE: not known yet */
    uint32_t *taken, *next; /* by node: the edge that its branch or jump takes, and the one to the
                               code after it; X86_COPY_NOWHERE if there is none */
    struct x86_fix *fixes;  /* completed at the end */
    size_t fix_count, fix_room;
    struct x86_later *later;
    size_t later_count, later_room;
    struct x86_fix *indexes; /* distances to the indexes of label numbers (copy_table.c) */
    size_t index_count, index_room;
    uint32_t origin_node; /* the current origin: see loops_plan_origin() */
    uint64_t origin;
    uint32_t slot;    /* next free slot */
    uint32_t pointer; /* first cell of the next call through a pointer */
    uint32_t pads;    /* registers that landing pads need */
    bool has_calls;   /* then the red zone below the stack pointer is not used */
    bool is_second;   /* the node is in r11, all the time: see x86_copy_can_double() */
};

/* Appends an instruction of the original, adapted to its new position. */
void x86_copy_instruction(struct x86_copy *copy, const struct loops_instruction *in);
/* Reads the fields of an instruction of the original; returns its bytes. */
bool x86_copy_fields(const struct x86_copy *copy, const struct loops_instruction *in,
                     struct x86_64_fields *fields);
const uint8_t *x86_copy_bytes(const struct x86_copy *copy, const struct loops_instruction *in);
/* Take the target of a jump or call through a register or memory: load it into a register, jump to
 * it, push it. */
void x86_copy_load_target(struct x86_copy *copy, const struct loops_instruction *in, unsigned to);
void x86_copy_jump_instead(struct x86_copy *copy, const struct loops_instruction *in);
void x86_copy_push_target(struct x86_copy *copy, const struct loops_instruction *in);
/* Compares a register with the target. */
void x86_copy_compare_target(struct x86_copy *copy, const struct loops_instruction *in,
                             unsigned number);

/* x86_copy_origin() notes that the following code stands for the original instruction at an
 * address, while the flow is in a node. x86_copy_pushed() notes how many bytes are on the stack
 * meanwhile. */
void x86_copy_origin(struct x86_copy *copy, uint32_t node, uint64_t address);
void x86_copy_pushed(struct x86_copy *copy, uint32_t bytes);
/* Returns the address of a node in the original. */
uint64_t x86_copy_address(const struct x86_copy *copy, uint32_t node);

/* Notes that the distance at position `at` leads to a node. */
void x86_copy_go_to(struct x86_copy *copy, uint32_t at, uint32_t node);
/* Notes code that is placed after all blocks; its origin is the current one. */
void x86_copy_add_later(struct x86_copy *copy, struct x86_later later);
/* Returns what an origin says of code in a node: its number, and that it is FIXED or not. */
uint32_t x86_copy_in(const struct x86_copy *copy, uint32_t node);
/* True if a function can have a second copy, which gets its node in r11 from its caller: it calls
 * nothing and does not use r11. */
bool x86_copy_can_double(const struct loops_graph *graph);
/* Appends the probes of an edge. They preserve the registers and flags in `needed`. */
void x86_copy_probes(struct x86_copy *copy, uint32_t edge, uint32_t needed);
/* Append what a timer does that is on, and what is done with a visit of a loop that has more or
 * less trips than all before. */
void x86_copy_timer(struct x86_copy *copy, const struct x86_later *later);
void x86_copy_extremes(struct x86_copy *copy, const struct x86_later *later);

/* Make sure that the current node belongs to this function: at the entry for all callers, and where
 * an exception landed. */
void x86_copy_enter(struct x86_copy *copy, uint32_t needed);
void x86_copy_land(struct x86_copy *copy, uint32_t pad);
/* Appends a call and the code after it. `back`: the edge of its return, X86_COPY_NOWHERE if it does
 * not return. */
void x86_copy_call(struct x86_copy *copy, const struct loops_instruction *in, uint32_t back);
/* Append what precedes a call through a pointer that remembers its targets, for which r11 and the
 * flags are free, and what follows it. The latter returns false if no register is free, or the
 * flags are not: then all that follows other calls works, too, but takes the slow path. */
void x86_copy_point(struct x86_copy *copy, const struct loops_instruction *in, uint32_t note,
                    uint32_t cell);
bool x86_copy_point_back(struct x86_copy *copy, uint32_t needed);
/* Append the rest of both, after all blocks. */
void x86_copy_other_target(struct x86_copy *copy, const struct x86_later *later);
void x86_copy_back_from_target(struct x86_copy *copy, const struct x86_later *later);
/* Appends a jump to another function. */
void x86_copy_tail_call(struct x86_copy *copy, uint64_t target);
/* Appends the jump through a register or memory at the end of a node. */
void x86_copy_jump_by_table(struct x86_copy *copy, const struct loops_instruction *in,
                            uint32_t node);
/* Appends the code of a hub: the table of the jumps that meet there. */
void x86_copy_hub(struct x86_copy *copy, uint32_t hub);
/* True if jump tables can be looked up: the labels form at most X86_COPY_RANGES ranges. */
enum { X86_COPY_RANGES = 8 };
bool x86_copy_can_look_up(const struct loops_graph *graph);
/* Appends the indexes that jumps through tables use, after all of them. */
void x86_copy_index(struct x86_copy *copy);

/* Finds up to `count` registers that are not in `needed`, caller-saved ones first; returns how many
 * there are. */
uint32_t x86_copy_scratch(uint32_t needed, uint32_t count, unsigned *found);

#endif
