/* tree.h: the contexts of a thread: which function was called on which way, and its counters. */
#ifndef LOOPS_VALGRIND_TREE_H
#define LOOPS_VALGRIND_TREE_H

#include "loops/valgrind/modules.h"

/* Visits of a node that ended in the middle of it, by a signal or with the program. */
struct tree_cut {
    UInt node;
    ULong count;
    ULong skipped; /* instructions of it that were not executed, of all of these */
};

struct tree_context {
    struct modules_function *function; /* NULL: see kind */
    UInt kind; /* FORMAT_CONTEXT_ROOT, FORMAT_CONTEXT_SIGNAL; 0: a function */
    struct tree_context *parent;
    struct tree_context *below, *next; /* contexts that it called */
    struct tree_context *younger;      /* of all of the place, made after it */
    UInt site;                         /* slot of the parent, or FORMAT_NO_SITE */
    UInt lane;
    UInt record;   /* in the file */
    UInt *entered; /* loops/plan/visit_counters.h */
    struct tree_cut *cuts;
    UInt cut_count, cut_room;
    ULong values[];
};

/* A thread's own. */
struct tree_context *tree_root(UInt lane);

/* Where a call leads to: the context below, made when it is new. A function has one on a way at
 * most: if it is above already, that one is it. */
struct tree_context *tree_called(struct tree_context *from, struct modules_function *function,
                                 UInt site);

/* A signal that interrupts a function. */
struct tree_context *tree_signal(struct tree_context *from, UInt signal);

/* The slot of a call at the end of a node; FORMAT_NO_SITE: it has none, or it is not known what is
 * called. */
UInt tree_site(const struct modules_function *caller, UInt node,
               const struct modules_function *callee);

void tree_cut(struct tree_context *context, UInt node, ULong skipped);

/* All contexts, parents first. */
struct tree_context *tree_first(void);

/* In a forked child: nothing was counted yet. */
void tree_clear(void);

#endif
