/* table.h: what was measured at each point (n, p, rank), by call path. */
#ifndef MODEL_LEARN_TABLE_H
#define MODEL_LEARN_TABLE_H

#include "model/fit/fit.h"
#include "model/learn/peers.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct learn_point {
    int64_t n, p, rank;
    double cpu; /* s outside of MPI, the least of all runs; -1: not measured */
};

/* What one item did at one point. */
struct learn_cell {
    double visits, trips, bytes;
    double work;  /* as measured: instructions, or ns */
    double given; /* the same, after loops that were not timed got their part (costs.c) */
};

enum learn_kind { LEARN_LOOP, LEARN_ROUTINE, LEARN_COLLECTIVE, LEARN_SEND, LEARN_RECEIVE };

/* A curve over a domain: the share of the whole that lies before x. */
struct learn_curve {
    double *x, *y;
    size_t count;
    int64_t n; /* size at which it was measured; 0: made from the shares of ranks */
};

/* A call path that ends in a loop, a routine or a call of MPI. */
struct learn_item {
    enum learn_kind kind;
    char *path;       /* identifies it: "main > solve > loop 1" */
    char *routine;    /* that contains it; its own name for a routine */
    char *call;       /* the MPI function, or NULL */
    char *difference; /* what tells its messages from others of the call: ", tag 2"; or NULL */
    char *file;
    unsigned loop, line;
    size_t parent;            /* the item above it, or SIZE_MAX */
    size_t child, sibling;    /* the first item below it, the next one beside it; see order.h */
    struct learn_cell *cells; /* by point */
    size_t room;

    struct learn_peers peers; /* of messages: the other ranks */

    /* Found by model_learn_fit(). */
    struct model_fit trips, visits, bytes;
    struct model_fit each;    /* bytes of one message, if it has an exact formula */
    struct learn_curve curve; /* count 0: none */
    char *text;               /* trips of a rank; NULL: no formula */
    char *words;              /* how well it fits */
    char *curve_name;
    double per_trip, per_visit; /* s */
    double cost_error;          /* largest relative error of these */
    double scale;               /* s per unit of work */
    double share;               /* of the CPU time at the largest point */
    bool merged;                /* its work belongs to the item `into` */
    size_t into;
};

/* Messages of one call that are received by another. */
struct learn_match {
    size_t send, receive; /* items */
};

struct model_learn {
    struct learn_point *points;
    size_t point_count, point_room;
    struct learn_item *items;
    size_t item_count, item_room;
    size_t first; /* of the items without one above them, or SIZE_MAX; see order.h */
    struct learn_match *matches;
    size_t match_count, match_room;
    bool timed;   /* work is exclusive time, not instructions */
    double start; /* s: what every rank needs besides */
    double error_largest, error_mean;
};

/* Finds a point, or makes it. */
size_t learn_point(struct model_learn *learn, int64_t n, int64_t p, int64_t rank);

/* Finds an item by its path, or makes it: then *fresh is set. */
size_t learn_item(struct model_learn *learn, const char *path, bool *fresh);

/* Returns the cell of an item at a point, to be changed. */
struct learn_cell *learn_cell(struct model_learn *learn, size_t item, size_t point);

/* Returns what was measured; zeros if nothing was. */
struct learn_cell learn_cell_of(const struct learn_item *item, size_t point);

/* Frees what model_learn_fit() found, so that it can be called again. */
void learn_forget(struct learn_item *item);

#endif
