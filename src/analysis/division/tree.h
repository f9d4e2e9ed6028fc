/* tree.h: the merged call trees of all lanes of a run, with the work of each worker. */
#ifndef ANALYSIS_DIVISION_TREE_H
#define ANALYSIS_DIVISION_TREE_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "util/interned.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum analysis_division_by {
    DIVISION_BY_ANY,   /* ranks or processes if there are several, else threads */
    DIVISION_BY_PLACE, /* ranks, processes */
    DIVISION_BY_LANE,  /* threads */
};

/* The measure of work: the first one that all runs have. */
enum analysis_division_work {
    DIVISION_INSTRUCTIONS,
    DIVISION_TIME, /* ns */
    DIVISION_TRIPS,
};

/* The shape of a tree. */
enum analysis_division_shape {
    DIVISION_PATHS, /* call paths */
    DIVISION_FLAT,  /* routines and the loops in their source: flat.h */
};

/* Texts shared by all trees of a comparison: the same text has the same number in all. */
struct analysis_division_texts {
    struct interned *keys, *routines;
};

/* A worker's part of a node. */
struct analysis_division_part {
    uint64_t count;
    uint64_t trips; /* source iterations, if the compiler's factor is known */
    uint64_t work;  /* exclusive */
};

/* A node. A parent's number is smaller than its child's. Number 0 is the root. */
struct analysis_division_tree_node {
    uint32_t parent, region;
    uint32_t key;         /* the same in all runs */
    uint32_t routine;     /* in a flat tree: number of its routine's name; ARCHIVE_NONE: unknown */
    uint32_t around, row; /* in a flat tree: see flat.h */
    uint32_t first, next; /* child, sibling; ARCHIVE_NONE: none */
    uint8_t trips;        /* what its trips are: bits of enum division_trips; 0: there are none */
    uint64_t code;        /* path and address of the only loop of a binary that made them; 0: it is
                             not known, or there are several */
    double executed;      /* instructions of the nodes with trips, all workers */
};

/* The tree of a run. */
struct analysis_division_tree {
    const struct archive *archive;
    enum analysis_division_by by; /* place or lane */
    uint32_t *workers;            /* rows of places or lanes */
    uint32_t worker_count;
    uint32_t lane_count; /* of all workers */
    bool crowded; /* lanes waited for cores so long that their times say little: crowding.h */
    bool shared;  /* loops that were only counted have got parts of the times around them */
    struct analysis_division_tree_node *nodes;
    size_t count;
    struct division_sources *sources;
    struct analysis_division_part *parts; /* node by node: of each worker */
};

/* True if an archive has that measure. */
bool analysis_division_tree_knows(const struct archive *archive, enum analysis_division_work work);

struct analysis_division_tree *
analysis_division_tree_new(const struct archive *archive, enum analysis_division_shape shape,
                           enum analysis_division_by by, enum analysis_division_work work,
                           const struct analysis_division_texts *texts);
void analysis_division_tree_free(struct analysis_division_tree *tree);

void analysis_division_worker_name(const struct analysis_division_tree *tree, uint32_t worker,
                                   char name[ARCHIVE_NAME]);

static inline const struct analysis_division_part *
analysis_division_tree_part(const struct analysis_division_tree *tree, uint32_t node,
                            uint32_t worker)
{
    return &tree->parts[(size_t)node * tree->worker_count + worker];
}

bool analysis_division_tree_is_loop(const struct analysis_division_tree *tree, uint32_t node);

/* Returns the work of all workers in a node, exclusive. */
double analysis_division_tree_work(const struct analysis_division_tree *tree, uint32_t node);

#endif
