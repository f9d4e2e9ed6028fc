/* division.h: how a parallel run divided the loops of a serial one between its ranks or threads.
 *
 * The trees of the runs are laid on top of each other: what is called the same below the same is
 * the same. Where sources differ so much that this does not find most of the work again, routines
 * and their loops are matched without call paths, by what speaks for them being the same. Then, for
 * each loop, the trips of each rank are compared with those of the first run.
 */
#ifndef ANALYSIS_DIVISION_DIVISION_H
#define ANALYSIS_DIVISION_DIVISION_H

#include "analysis/division/tree.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum division_verdict {
    DIVISION_NEVER,      /* it ran in neither */
    DIVISION_SAME,       /* one worker, and as many trips */
    DIVISION_DIVIDED,    /* all about the same; they sum up to the first run's */
    DIVISION_UNEVEN,     /* they sum up to it, but some have more */
    DIVISION_ALONE,      /* one worker did all of it */
    DIVISION_REPLICATED, /* everybody did all of it */
    DIVISION_PARTLY,     /* they sum up to more, but not all of it was done by everybody */
    DIVISION_MORE,       /* more than if everybody had done all of it */
    DIVISION_LESS,       /* less than the first run's */
    DIVISION_NEW,        /* the first run had none of it */
    DIVISION_GONE,       /* this run has none of it */
    DIVISION_UNMATCHED,  /* only one of the two has it, as far as it can be told from different
                            sources */
};

/* What a verdict is about. */
struct division_numbers {
    enum division_verdict verdict;
    uint64_t before;      /* in the first run */
    uint64_t sum;         /* of all workers */
    uint64_t least, most; /* of a worker */
    double mean;          /* of the workers */
    double uneven;        /* most / mean; 1 where there is nothing */
    double again;         /* the part of `before` that is done again by all others: 0 to 1 */
};

/* What tells which worker has the most to do. */
enum division_load {
    DIVISION_LOAD_WORK,   /* its work, as it was measured */
    DIVISION_LOAD_TRIPS,  /* its trips, each as long as in the first run: times do not tell, because
                             lanes of one of the two runs had to wait for cores */
    DIVISION_LOAD_UNTOLD, /* nothing: the same, but too little of the work is in counted loops */
};

/* Of a run as a whole, against the first one; in the measure that work is weighed by. */
struct division_bound {
    double before, sum;      /* work of all */
    enum division_load load; /* untold: nothing of what follows is known */
    double spread;           /* load of all workers / that of the first run */
    double most;             /* load of the busiest worker */
    double uneven;           /* that / the mean */
    uint32_t busiest;        /* worker */
    double replicated;       /* part of `before` that every worker does again */
    double alone;            /* part of it that one worker does while others have none of it */
    double limit;      /* Amdahl: so many times as fast at most, with any number of workers; 0: no
                          limit is seen */
    double limit_here; /* the same with as many as there were */
    double limit_balance; /* load before / that of the busiest worker */
};

/* A node of all runs. A parent's number is smaller. Number 0 is the root. */
struct division_node {
    uint32_t parent;
    uint32_t run;    /* the first that has it */
    uint32_t *nodes; /* by run: number in its tree; ARCHIVE_NONE: it has none */
};

/* The part of the work that is in nodes which both the first run and another one have. */
struct division_matched {
    double of_first, of_run;
    bool by_evidence; /* some were found by match.h: their source is a different one */
};

#define DIVISION_ENOUGH 0.9 /* both, at least, for anything to be concluded */

struct division {
    struct division_tree **trees; /* by run */
    size_t runs;
    enum division_work work;
    enum division_shape shape;
    double *all;                      /* by run: its work */
    struct division_matched *matched; /* by run */
    struct division_node *nodes;
    size_t count, room;
    double *share; /* by node: its own part of the first run's work; of new ones, of the first run
                      that has it */
    double *below; /* the same with all that is below it in that run */
    double *heat;  /* the most of that, of it and all below it, new ones as well */
};

/* The first archive is what the others are compared with. `by` says what workers are. */
struct division *division_new(const struct archive *const *archives, size_t count,
                              enum division_by by);
void division_free(struct division *division);

/* The region that a node is shown as, and the archive that it is of. */
uint32_t division_region(const struct division *division, uint32_t node,
                         const struct archive **archive);

bool division_is_loop(const struct division *division, uint32_t node);

/* Of a loop by its trips, of others by their visits. */
struct division_numbers division_judge(const struct division *division, uint32_t node, size_t run);
struct division_bound division_bound(const struct division *division, size_t run);

/* Whether so much of the work is in both runs that something can be said of all of it. */
bool division_is_enough(const struct division *division, size_t run);

/* What a worker did of it: NULL: nothing is known of that node in that run. */
const struct division_part *division_part(const struct division *division, uint32_t node,
                                          size_t run, uint32_t worker);

#endif
