/* nest.h: which learned loops and messages can be written inside of the loop around them. */
#ifndef MODEL_LEARN_NEST_H
#define MODEL_LEARN_NEST_H

#include "model/learn/table.h"

/* Where an item is written. */
struct learn_nest {
    size_t inside; /* the loop that it is written in; SIZE_MAX: none */
    size_t around; /* the innermost loop around it in the program; SIZE_MAX: none */
    char *trips;  /* trips per trip of `inside`; of all visits if there is none. NULL: no formula */
    char *visits; /* visits, or messages, likewise; NULL: no formula */
    struct model_fit each; /* trips of a loop, or messages, per trip of `inside` */
    bool taken_out;        /* because others could not be written inside */
};

/* Returns one for each item. A loop is written inside of the innermost loop around it whose trips
 * all have the same whole number of its trips, in every run, if this number has an exact formula;
 * messages likewise. */
struct learn_nest *learn_nest(const struct model_learn *learn);

/* Returns how many trips or messages an item has at a point, as it is written. */
double learn_nest_count(const struct model_learn *learn, const struct learn_nest *nests, size_t at,
                        struct learn_point point);
void learn_nest_free(struct learn_nest *nests, size_t count);

#endif
