/* tree.h: the trees of all lanes of a run laid on top of each other, with what each worker
 * did. */
#ifndef ANALYSIS_DIVISION_TREE_H
#define ANALYSIS_DIVISION_TREE_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "util/interned.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum division_by {
    DIVISION_BY_ANY,   /* ranks or processes if there are several, else threads */
    DIVISION_BY_PLACE, /* ranks, processes */
    DIVISION_BY_LANE,  /* threads */
};

/* What work is weighed by: the first that all runs know. */
enum division_work {
    DIVISION_INSTRUCTIONS,
    DIVISION_TIME, /* ns */
    DIVISION_TRIPS,
};

/* What a tree is one of. */
enum division_shape {
    DIVISION_PATHS, /* call paths */
    DIVISION_FLAT,  /* routines and the loops that stand in their source: flat.h */
};

/* What all trees that are compared share: the same text has the same number in all. */
struct division_texts {
    struct interned *keys, *routines;
};

struct division_part {
    uint64_t count;
    uint64_t trips; /* iterations of the source, where it is known how many a trip stands for */
    uint64_t work;  /* its own, without what is below it */
};

/* A parent's number is smaller. Number 0 is the root. */
struct division_tree_node {
    uint32_t parent, region;
    uint32_t key;         /* what it is called: the same in all runs */
    uint32_t routine;     /* of a flat tree: its routine's name; ARCHIVE_NONE: not known */
    uint32_t around, row; /* of a flat tree: see flat.h */
    uint32_t first, next; /* child, sibling; ARCHIVE_NONE: none */
};

struct division_tree {
    const struct archive *archive;
    enum division_by by; /* place or lane */
    uint32_t *workers;   /* rows of places or lanes */
    uint32_t worker_count;
    uint32_t lane_count; /* of all workers */
    bool crowded; /* lanes had to wait for cores so long that their times say little: crowding.h */
    bool shared;  /* loops that were only counted have parts of the times around them */
    struct division_tree_node *nodes;
    size_t count;
    struct division_sources *sources;
    struct division_part *parts; /* node by node: of each worker */
};

/* Whether an archive knows it. */
bool division_tree_knows(const struct archive *archive, enum division_work work);

struct division_tree *division_tree_new(const struct archive *archive, enum division_shape shape,
                                        enum division_by by, enum division_work work,
                                        const struct division_texts *texts);
void division_tree_free(struct division_tree *tree);

void division_worker_name(const struct division_tree *tree, uint32_t worker,
                          char name[ARCHIVE_NAME]);

static inline const struct division_part *division_tree_part(const struct division_tree *tree,
                                                             uint32_t node, uint32_t worker)
{
    return &tree->parts[(size_t)node * tree->worker_count + worker];
}

bool division_tree_is_loop(const struct division_tree *tree, uint32_t node);

/* Work of all workers in a node and nothing below it. */
double division_tree_work(const struct division_tree *tree, uint32_t node);

#endif
