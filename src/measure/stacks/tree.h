/* tree.h: the tree of a lane's sampled call paths, in its file stacks-K (format/stacks.h). Only the
 * lane's own thread writes it, in its timer's signal handler. */
#ifndef MEASURE_STACKS_TREE_H
#define MEASURE_STACKS_TREE_H

#include "format/stacks.h"
#include "measure/store.h"
#include "measure/unwind/walk.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    TREE_BUCKETS = 1 << 14,
    TREE_MODULES = 64, /* modules that are found without searching the file */
    TREE_CALLERS = 256,
    TREE_MOST = 1 << 22, /* records; further samples are lost */
};

struct stacks_tree {
    struct measure_store store;
    struct format_stacks_header *header;
    uint32_t root;       /* record of the present lane */
    unsigned generation; /* of the loaded code, when the buckets were last emptied */
    uint32_t module_count;
    struct stacks_module {
        uintptr_t load;
        const char *path;
        uint32_t record;
    } modules[TREE_MODULES];
    uint32_t buckets[TREE_BUCKETS];  /* records by parent, type and address */
    struct measure_walk_rules rules; /* for walking the stack */
    uintptr_t callers[TREE_CALLERS]; /* what was found there: on the stack it would take too much */
    bool may_grow;                   /* else samples that need more records are lost */
};

/* Makes the file of the tree for the lanes of profile-`number`. The guard must be held. False with
 * errno. */
bool stacks_tree_create(struct stacks_tree *tree, int number, uint32_t period);

/* Begins the lane of that number. The guard must be held. False if there
 * is no room. */
bool stacks_tree_begin_lane(struct stacks_tree *tree, uint32_t lane);

/* In a forked child: gives the tree an empty file. The guard must be held. False with errno. */
bool stacks_tree_fork(struct stacks_tree *tree, int number);

/* Forgets which record belongs to which address. */
void stacks_tree_forget(struct stacks_tree *tree, unsigned generation);

/* Adds samples to the path that leads to `pc` over the first `count` of the return addresses in
 * `callers`, the innermost first. `is_cut`: further callers are not known. Takes the guard when the
 * file has to grow. */
void stacks_tree_add(struct stacks_tree *tree, uintptr_t pc, unsigned count, bool is_cut,
                     uint64_t samples);

#endif
