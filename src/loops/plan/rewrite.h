/* rewrite.h: makes the copies of functions, with counters, and the plan of a binary.
 *
 *    struct loops_binary       one per file
 *      functions[i]
 *          |
 *    struct loops_rewritten    one per function of the binary, same index
 *      graph  -> shape -> probes, factors       (flow/, probes.h)
 *      live                                     (liveness.h)
 *          |
 *    architecture->rewrite()   appends the copy to struct loops_plan (plan.h), or, with `every`,
 *                              edge_counters_place() gives each edge a counter
 *
 * While the program runs, each call path has a node in the context tree. It is where the copies
 * count:
 *
 *    [ struct format_context | counters ... | cells ... | slots ... ]     8 bytes each
 *                              edges, visits   values     callees' nodes
 *                              and timers      noted
 */
#ifndef LOOPS_PLAN_REWRITE_H
#define LOOPS_PLAN_REWRITE_H

#include "loops/binary/binary.h"
#include "loops/flow/factor.h"
#include "loops/flow/graph.h"
#include "loops/plan/plan.h"
#include "loops/plan/probes.h"

/* A function while its copy is made. */
struct loops_rewritten {
    struct loops_graph graph;
    struct loops_shape shape;
    struct loops_probes probes;
    struct loops_factor *factors; /* by loop */
    uint32_t *live;               /* by node: loops_liveness_find() */
    void *layout;                 /* private to the machine; freed together with this */
    const char *why;              /* the reason why it is not copied; NULL: it is */
    bool is_probed;               /* it has probes: FORMAT_FUNCTION_PROBED */
    bool is_leaf;                 /* it calls nothing: it gets its node in a register */
    bool is_doubled;   /* x86-64: it has a second copy, which gets its node in a register */
    bool returns_once; /* no function of the binary switches stacks: one without calls goes on in
                          its caller, and does so once */
    bool notes; /* its calls of functions that are not counted note their loop: call_notes.h */
    uint32_t needs_idle; /* idle registers (architecture.h) that its code needs when it is called */
    bool pointers_keep; /* its calls through pointers keep them, unless liveness tells that they are
                           free: some caller knows what it calls so */
    bool remembers;     /* its calls through pointers remember their targets */
    uint32_t pointers;  /* first cell of these calls */
    uint32_t slots;     /* number of slots in its nodes */
    uint32_t owner;     /* of a cold part: the number of the function that it belongs to, plus 1 */
    /* Positions in the code, in bytes: */
    uint32_t entry;  /* entry for callers that may have another current node */
    uint32_t inside; /* entry for callers that have set the current node */
    uint32_t second; /* entry of the second copy */
};

/* A binary while its plan is made. */
struct loops_rewriting {
    const struct loops_binary *binary;
    struct loops_plan *plan;
    struct loops_rewritten *functions; /* by function of the binary */
    bool every; /* every edge is counted, without copies: see edge_counters.h */
    struct late {
        uint64_t address;  /* address of a direct call in the original */
        uint32_t at;       /* position of the call in the code; UINT32_MAX: it is in the original */
        uint32_t function; /* the callee */
        bool second;       /* its second copy */
    } * late;              /* direct calls, completed when all copies have their positions */
    size_t late_count, late_room;
};

/* Analyses all functions without making copies. A function with `why` may have no shape: its graph
 * is NULL then. loops_rewrite_forget() frees the result. */
struct loops_rewritten *loops_rewrite_look(const struct loops_binary *binary);
void loops_rewrite_forget(const struct loops_binary *binary, struct loops_rewritten *functions);

/* Returns the plan's entry for a loop of a function that has a shape. */
struct format_loop loops_rewrite_loop(const struct loops_rewritten *function, uint32_t number);

/* Analyses all functions, makes their copies, and fills the plan with them. */
void loops_rewrite_all(const struct loops_binary *binary, struct loops_plan *plan);

/* Does the same, with copies that also time loops: see timers.h. */
void loops_rewrite_timed(const struct loops_binary *binary, struct loops_plan *plan);

/* Does the same without copies, for engines that count by other means: see edge_counters.h. */
void loops_rewrite_every(const struct loops_binary *binary, struct loops_plan *plan);

/* Return the offset in bytes of a counter, a cell or a slot within a node of the context tree. */
uint32_t loops_rewrite_counter(uint32_t counter);
uint32_t loops_rewrite_cell(const struct loops_rewritten *function, uint32_t cell);
uint32_t loops_rewrite_slot(const struct loops_rewritten *function, uint32_t slot);

#endif
