/* calls.h: what the directives do with activities and messages. */
#ifndef PLACES_CALLS_H
#define PLACES_CALLS_H

#include "places/rings.h"

/* An activity has ended; frees it. */
void calls_end(struct activity *activity);

/* Takes a message from another place. */
void calls_take(const struct message *message, struct activity *activity);

#endif
