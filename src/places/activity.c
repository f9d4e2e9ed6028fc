/* activity.c: see activity.h */
#include "places/activity.h"

#include "places/fatal.h"

#include <stdlib.h>

enum { CLASSES = 5, SMALLEST = 64, KEPT = 256 }; /* 64, 128, ... 1024 bytes of data */

/* Free activities of each size. */
struct kept {
    struct activity *first[CLASSES];
    unsigned count[CLASSES];
};

static __thread __attribute__((tls_model("initial-exec"))) struct kept kept;

/* Returns the smallest class for a size; CLASSES: none. */
static unsigned class_of(size_t size)
{
    unsigned class = 0;
    for (size_t room = SMALLEST; class < CLASSES && room < size; room *= 2)
        class ++;
    return class;
}

struct activity *activity_new(const struct tri_site *site, size_t size)
{
    unsigned class = class_of(size);
    struct activity *activity = class < CLASSES ? kept.first[class] : NULL;
    if (activity) {
        kept.first[class] = activity->next;
        kept.count[class]--;
    } else {
        size_t room = class < CLASSES ? (size_t)SMALLEST << class : size;
        activity = room < SIZE_MAX - sizeof *activity ? malloc(sizeof *activity + room) : NULL;
        if (!activity)
            fatal("no memory for the %zu bytes that a block at %s:%u takes along", size,
                  site ? site->file : "?", site ? site->line : 0);
        activity->room = room;
    }
    activity->site = site;
    activity->finish = NULL;
    activity->from = ACTIVITY_HERE;
    activity->reply = 0;
    activity->size = size;
    activity->back = 0;
    activity->done = false;
    activity->clocks = NULL;
    activity->array = NULL;
    return activity;
}

void activity_free(struct activity *activity)
{
    unsigned class = class_of(activity->room);
    if (class < CLASSES && kept.count[class] < KEPT) {
        activity->next = kept.first[class];
        kept.first[class] = activity;
        kept.count[class]++;
    } else {
        free(activity);
    }
}

void activity_free_kept(void)
{
    for (unsigned class = 0; class < CLASSES; class ++) {
        for (struct activity *next; kept.first[class]; kept.first[class] = next) {
            next = kept.first[class]->next;
            free(kept.first[class]);
        }
        kept.count[class] = 0;
    }
}
