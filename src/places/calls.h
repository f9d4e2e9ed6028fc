/* calls.h: what the directives do with activities and messages. */
#ifndef PLACES_CALLS_H
#define PLACES_CALLS_H

#include "places/post.h"

/* An activity has ended; frees it. */
void calls_end(struct activity *activity);

/* Runs a block at a place as a part of the running activity, and waits. `back` is how many bytes at
 * the end of the data are sent back. */
void calls_visit(struct activity *activity, int place, size_t back);

/* Takes a message from another place. */
void calls_take(const struct message *message, struct activity *activity);

#endif
