/* rewrite.h: copies of functions, with counters. */
#ifndef LOOPS_PLAN_REWRITE_H
#define LOOPS_PLAN_REWRITE_H

#include "loops/binary/binary.h"
#include "loops/flow/factor.h"
#include "loops/flow/graph.h"
#include "loops/plan/plan.h"
#include "loops/plan/probes.h"

/* A function as its copy is made. */
struct loops_rewritten {
    struct loops_graph graph;
    struct loops_shape shape;
    struct loops_probes probes;
    struct loops_factor *factors; /* by loop */
    uint32_t *live;               /* liveness.h */
    void *layout;                 /* the machine's own, if it needs any; freed with this */
    const char *why;              /* it stays as it is: the reason; NULL: it gets a copy */
    bool is_leaf;                 /* it calls nothing: its node comes in a register */
    bool notes;                   /* where its calls of what is not measured are: notes.h */
    uint32_t pointers;            /* the first cell of its calls through pointers */
    uint32_t slots;
    /* Where in the code: */
    uint32_t entry;  /* for anybody, who may have another current node */
    uint32_t inside; /* for callers that have set it */
};

struct loops_rewriting {
    const struct loops_binary *binary;
    struct loops_plan *plan;
    struct loops_rewritten *functions; /* as those of the binary */
    bool every;                        /* edge is counted, without copies: see edge_counters.h */
    struct late {
        uint64_t address; /* of a direct call in the original */
        uint32_t at;      /* byte of the code, if it is made there; UINT32_MAX: in the original */
        uint32_t function;
    } * late; /* calls: patched when all functions have their places */
    size_t late_count, late_room;
};

/* All that is known of all functions, without any copies. Of those that stay as they are the shape
 * may be missing: its graph is NULL then. */
struct loops_rewritten *loops_rewrite_look(const struct loops_binary *binary);
void loops_rewrite_forget(const struct loops_binary *binary, struct loops_rewritten *functions);

/* What the plan says of a loop of a function that has a shape. */
struct format_loop loops_rewrite_loop(const struct loops_rewritten *function, uint32_t number);

/* Finds out all about all functions, makes the copies, and the plan with them. */
void loops_rewrite_all(const struct loops_binary *binary, struct loops_plan *plan);

/* The same, and the copies take the time of loops, too: see timers.h. */
void loops_rewrite_timed(const struct loops_binary *binary, struct loops_plan *plan);

/* The same without copies, for those who count by other means: see edge_counters.h. */
void loops_rewrite_every(const struct loops_binary *binary, struct loops_plan *plan);

/* Bytes from the beginning of a node to a counter, a cell, a slot. */
uint32_t loops_rewrite_counter(uint32_t counter);
uint32_t loops_rewrite_cell(const struct loops_rewritten *function, uint32_t cell);
uint32_t loops_rewrite_slot(const struct loops_rewritten *function, uint32_t slot);

#endif
