/* search.h: how a worker finds something to run, and what it does while there is nothing. */
#ifndef PLACES_SEARCH_H
#define PLACES_SEARCH_H

#include "places/current.h"

#include <stdbool.h>

enum { SEARCH_DEEP = 100 }; /* waits on one stack from which on a worker steals no more */

/* What an idle worker waits for. */
struct hope {
    struct worker *self;
    bool (*is_true)(void *);
    void *argument;
    bool takes_work;
    bool is_wish; /* it comes true by bell_tell(), not by bell_ring() alone */
};

/* Sets how long an idle worker looks around before it sleeps: not at all, if there are more workers
 * than processors. */
void search_open(unsigned workers);

/* Returns something to run; NULL: there is nothing, or what it waits for has come true. */
struct activity *search_find(struct worker *self, const struct hope *hope);

/* Waits for news: first awake, then asleep. */
void search_idle(struct hope *hope);

/* Ends the search of a worker that goes on with something else: another one does it, if need be. */
void search_stop(struct worker *self);

#endif
