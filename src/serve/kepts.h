/* kepts.h: the events that the last few filters of a run keep: see kept.h. */
#ifndef SERVE_KEPTS_H
#define SERVE_KEPTS_H

#include "archive/write/excerpt.h"
#include "cube/kept.h"

enum { SERVE_KEPTS = 4 };

/* The events that a filter keeps. */
struct serve_kept {
    char *filter; /* NULL: none */
    struct archive_excerpt_rows rows;
    struct cube_kept *picture; /* made when it is first needed; or NULL */
    bool has_window;           /* the filter is limited to this time */
    int64_t from, to;          /* ns since the start of the run */
    uint64_t used;             /* higher: later */
};

struct serve_kepts {
    struct serve_kept all[SERVE_KEPTS];
    uint64_t clock;
};

void serve_kepts_drop(struct serve_kept *kept);
void serve_kepts_free(struct serve_kepts *kepts); /* NULL: none */

/* Frees pictures of other filters, the oldest first, until all are small enough together. */
void serve_kepts_make_room(struct serve_kepts *kepts, const struct serve_kept *own);

#endif
