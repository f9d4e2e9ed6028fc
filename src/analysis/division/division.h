/* division.h: how a parallel run divided the loops of a serial run among its ranks or threads. The
 * call trees of the runs are merged: nodes with the same name below the same parent are the same.
 * If the sources differ so much that this does not match most of the work, routines and their loops
 * are matched without call paths, by evidence (match.h). Then the trips of each rank are compared
 * with those of the first run, loop by loop. */
#ifndef ANALYSIS_DIVISION_DIVISION_H
#define ANALYSIS_DIVISION_DIVISION_H

#include "analysis/division/tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum analysis_division_verdict {
    DIVISION_NEVER,      /* ran in neither run */
    DIVISION_SAME,       /* one worker, with as many trips */
    DIVISION_DIVIDED,    /* about the same for all; they add up to the first run's */
    DIVISION_UNEVEN,     /* they add up to it, but some have more */
    DIVISION_ALONE,      /* one worker did all of it */
    DIVISION_REPLICATED, /* every worker did all of it */
    DIVISION_PARTLY,     /* they add up to more, but not every worker did all of it */
    DIVISION_MORE,       /* more than if every worker had done all of it */
    DIVISION_LESS,       /* less than the first run's */
    DIVISION_NEW,        /* the first run has none of it */
    DIVISION_GONE,       /* this run has none of it */
    DIVISION_UNMATCHED,  /* only one of the two has it, as far as different sources can be compared
                          */
    DIVISION_UNTOLD,     /* it is not known how many source iterations the trips are */
};

/* The numbers behind a verdict. */
struct analysis_division_numbers {
    enum analysis_division_verdict verdict;
    uint64_t before;      /* in the first run */
    uint64_t sum;         /* of all workers */
    uint64_t least, most; /* of a worker */
    double mean;          /* of the workers */
    double uneven;        /* most / mean; 1 if there is nothing */
    double again;         /* the part of `before` that all others repeat: 0 to 1; if the verdict is
                             DIVISION_UNTOLD, that part of the visits */
};

/* The way in which the busiest worker is determined. */
enum analysis_division_load {
    DIVISION_LOAD_WORK,   /* by its measured work */
    DIVISION_LOAD_TRIPS,  /* by its trips, each weighed as in the first run: times are not usable,
                             because lanes of one of the two runs had to wait for cores */
    DIVISION_LOAD_UNTOLD, /* unknown: as for trips, but too little of the work is in counted loops
                           */
};

/* A run as a whole, compared with the first one, in units of work. */
struct analysis_division_bound {
    double before, sum;               /* work of all */
    enum analysis_division_load load; /* if unknown, so are the following fields */
    double spread;                    /* load of all workers / that of the first run */
    double most;                      /* load of the busiest worker */
    double uneven;                    /* most / mean */
    uint32_t busiest;                 /* worker */
    double replicated;                /* part of `before` that every worker repeats */
    double alone; /* part of it that one worker does while others have none of it */
    double limit; /* Amdahl: the highest speedup with any number of workers; 0: no limit found */
    double limit_here;    /* the highest speedup with this number of workers */
    double limit_balance; /* load before / that of the busiest worker */
};

/* A node merged from all runs. A parent's number is smaller than its child's. Number 0 is the
 * root. */
struct analysis_division_node {
    uint32_t parent;
    uint32_t run;    /* the first run that has it */
    uint32_t *nodes; /* by run: number in its tree; ARCHIVE_NONE: none */
};

/* The part of the work in nodes that both the first run and another one have. */
struct analysis_division_matched {
    double of_first, of_run;
    bool by_evidence; /* some nodes were matched by match.h, as their source differs */
};

#define DIVISION_ENOUGH 0.9 /* minimum of both parts for any conclusion */

/* The comparison. */
struct analysis_division {
    struct analysis_division_tree **trees; /* by run */
    size_t runs;
    enum analysis_division_work work;
    enum analysis_division_shape shape;
    double *all;                               /* by run: its work */
    struct analysis_division_matched *matched; /* by run */
    struct analysis_division_node *nodes;
    size_t count, room;
    double *share; /* by node: its own part of the first run's work; for a new node, of the first
                      run that has it */
    double *below; /* by node: the same, with all nodes below it in that run */
    double
        *heat; /* by node: the maximum of `below` of it and all nodes below, including new ones */
};

/* Compares runs with the first one. `by` says what the workers are. The archives must outlive the
 * result. */
struct analysis_division *analysis_division_new(const struct archive *const *archives, size_t count,
                                                enum analysis_division_by by);
void analysis_division_free(struct analysis_division *division);

/* Returns the region as which a node is shown, and its archive. */
uint32_t analysis_division_region(const struct analysis_division *division, uint32_t node,
                                  const struct archive **archive);

bool analysis_division_is_loop(const struct analysis_division *division, uint32_t node);

/* Judges a loop by its trips, other nodes by their visits. */
struct analysis_division_numbers analysis_division_judge(const struct analysis_division *division,
                                                         uint32_t node, size_t run);
struct analysis_division_bound analysis_division_bound(const struct analysis_division *division,
                                                       size_t run);

/* True if both runs have enough work in common for conclusions about all of it. */
bool analysis_division_is_enough(const struct analysis_division *division, size_t run);

/* Returns what a worker did of a node; NULL if nothing is known of the node in that run. */
const struct analysis_division_part *
analysis_division_part(const struct analysis_division *division, uint32_t node, size_t run,
                       uint32_t worker);

#endif
