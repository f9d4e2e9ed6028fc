/* activity.h: one unit of asynchronous work, or of work of `at` elsewhere, with the values that it
 * took along. */
#ifndef PLACES_ACTIVITY_H
#define PLACES_ACTIVITY_H

#include "triptych/places_calls.h"

#include <stddef.h>
#include <stdint.h>

enum { ACTIVITY_HERE = -1 };

struct registration;

struct activity {
    struct activity *next; /* in a list of free ones, or of those that have arrived */
    const struct tri_site *site;
    struct tri_finish *finish; /* the innermost one that it is in */
    int birth;                 /* PLACE of PLACE-N, its name */
    long number;               /* N of it */
    int from;                  /* `at`: the place that waits for it, or ACTIVITY_HERE */
    uint64_t reply;            /* `at`: what that place waits by */
    size_t back;               /* `at`: bytes to be sent back */
    size_t size, room;         /* of the data */
    struct registration *clocks;
    _Alignas(16) char data[];
};

/* Makes an activity without a finish. Activities of usual sizes are kept by the thread that frees
 * them. */
struct activity *activity_new(const struct tri_site *site, size_t size);
void activity_free(struct activity *activity);

static inline struct activity *activity_of(char *data)
{
    return (struct activity *)(void *)(data - offsetof(struct activity, data));
}

/* Frees what this thread keeps. */
void activity_free_kept(void);

#endif
