/* parts.h: the last few parts of a run: see part.h. */
#ifndef SERVE_PARTS_H
#define SERVE_PARTS_H

#include "archive/archive.h"

enum { SERVE_PARTS = 4 };

/* A part of a run; `view` is what handlers get in place of the run. */
struct serve_part {
    char *filter, *folder;
    struct serve_run *view;
    uint64_t *bits;  /* a bit per event of the run: it is in the part */
    uint32_t *nodes; /* by row of the run's nodes: row in the part */
    uint64_t used;   /* higher: later */
};

struct serve_parts {
    struct serve_part parts[SERVE_PARTS];
    uint64_t clock;
};

/* Frees a part and removes its folder. */
void serve_parts_drop(struct serve_part *part);
void serve_parts_free(struct serve_parts *parts);

#endif
