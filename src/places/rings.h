/* rings.h: messages between places of one machine, through rings in shared memory. See post.h. */
#ifndef PLACES_RINGS_H
#define PLACES_RINGS_H

#include "places/message.h"

#include <stdbool.h>

/* `meanwhile` receives while a ring is full; true if there was something. */
void rings_open(bool (*meanwhile)(void));

/* Sends a message and its data. */
void rings_send(int to, const struct message *message, const void *data);

/* Receives what has come; true if there was something. One thread at a time. */
bool rings_read(void);
/* True if something has come. */
bool rings_have_news(void);

#endif
