/* activity.h: one unit of asynchronous work, or of work of `at` elsewhere, with the values that it
 * took along. */
#ifndef PLACES_ACTIVITY_H
#define PLACES_ACTIVITY_H

#include "triptych/places_calls.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ACTIVITY_HERE = -1 };

struct registration;
struct tri_region;

/* A finish as messages name it, and the place that sent the message. */
struct finish_name {
    int home, from;
    uint64_t finish; /* its address at home */
};

struct activity {
    struct activity *next; /* in a list of free ones, or of those that have arrived */
    const struct tri_site *site;
    struct tri_finish *finish; /* the innermost one that it is in; NULL: `came`, not counted yet */
    struct finish_name came;   /* `at`: the finish that it came with */
    int birth;                 /* PLACE of PLACE-N, its name */
    long number;               /* N of it */
    int from;                  /* the place that gets what it sends back, or ACTIVITY_HERE */
    uint64_t reply;            /* `at`: the activity there whose data these are; otherwise 0 */
    size_t back;               /* bytes to be sent back */
    bool done;                 /* `at`: they have come back */
    size_t size, room;         /* of the data */
    struct registration *clocks;
    const struct tri_region *array; /* the distributed array whose elements it goes to, or NULL */
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
