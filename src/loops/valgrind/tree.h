/* tree.h: the contexts of all threads: one per call path, with its counters. */
#ifndef LOOPS_VALGRIND_TREE_H
#define LOOPS_VALGRIND_TREE_H

#include "loops/valgrind/modules.h"

/* The visits of a node that ended in its middle, by a signal or with the program. */
struct tree_cut {
    UInt node;
    ULong count;
    ULong skipped; /* instructions that these visits did not execute, in total */
};

/* A context: a function on a call path, a thread's root, or a signal. */
struct tree_context {
    struct modules_function *function; /* NULL if it is not a function: see kind */
    UInt kind; /* FORMAT_CONTEXT_ROOT, FORMAT_CONTEXT_SIGNAL; 0: a function */
    struct tree_context *parent;
    struct tree_context *below, *next; /* its first child; its next sibling */
    struct tree_context
        *younger; /* the next context of the place, in the order of their creation */
    UInt site;    /* slot of the call in the parent, or FORMAT_NO_SITE; number of a signal */
    UInt lane;
    UInt record;   /* number of its record in the file */
    UInt *entered; /* by loop: how it was last entered (follow.c); NULL: not needed yet */
    struct tree_cut *cuts;
    UInt cut_count, cut_room;
    ULong values[]; /* counters of the edges, and of visits */
};

/* Makes the root context of a thread. */
struct tree_context *tree_root(UInt lane);

/* Returns the context of a called function, made if it is new. On one path a function has only one
 * context: a recursive call returns to the one above. */
struct tree_context *tree_called(struct tree_context *from, struct modules_function *function,
                                 UInt site);

/* Returns the context of a signal that interrupts a function. */
struct tree_context *tree_signal(struct tree_context *from, UInt signal);

/* Returns the slot of a call at the end of a node; FORMAT_NO_SITE if it has none, or the callee is
 * not known by the plan. */
UInt tree_site(const struct modules_function *caller, UInt node,
               const struct modules_function *callee);

/* Records a visit of a node that ended in its middle. */
void tree_cut(struct tree_context *context, UInt node, ULong skipped);

/* Returns the first context; `younger` leads to the others, parents first. */
struct tree_context *tree_first(void);

/* Clears all counters, in a forked child. */
void tree_clear(void);

#endif
