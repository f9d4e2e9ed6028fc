/* stacks.h: sampled call paths, added up over all lanes: as a tree, and by routine. */
#ifndef CUBE_STACKS_H
#define CUBE_STACKS_H

#include "archive/archive.h"

/* A routine on a call path. Calls of a routine by itself are part of it. */
struct cube_stacks_path {
    uint32_t parent; /* an earlier one; ARCHIVE_NONE: none */
    uint32_t row;    /* of the table stacks: its name, file, ... */
    uint32_t routine;
    uint64_t own, all;       /* samples in it; with those in what it called */
    uint64_t own_ns, all_ns; /* CPU time that they stand for */
};

/* A routine on all its call paths. What it called is counted once, also if it is on a path
 * twice. */
struct cube_stacks_routine {
    uint32_t row;
    uint32_t inlined; /* number of paths on which it was inlined */
    uint32_t paths;
    uint64_t own, all;
    uint64_t own_ns, all_ns;
};

enum { CUBE_STACKS_FEW = 20 }; /* fewer samples do not tell how the time is divided */

struct cube_stacks {
    struct cube_stacks_path *paths; /* a path comes behind its parent */
    size_t path_count;
    struct cube_stacks_routine *routines;
    size_t routine_count;
    uint64_t samples; /* of the program */
    uint64_t ns;
    uint64_t measuring; /* samples inside Triptych, which are in no path */
    uint64_t unknown;   /* samples on paths whose outer callers are not known */
};

void cube_stacks_make(struct cube_stacks *stacks, const struct archive *archive);
void cube_stacks_free(struct cube_stacks *stacks);

#endif
