/* rings.h: messages between places of one machine, through rings in shared memory. See post.h. */
#ifndef PLACES_RINGS_H
#define PLACES_RINGS_H

#include "places/message.h"

#include <stdbool.h>

/* `meanwhile` receives while a ring is full; true if there was something. */
void rings_open(bool (*meanwhile)(void));

/* Sends a message and its data. */
void rings_send(int to, const struct message *message, const void *data);

/* RINGS_ONE: one message, or the parts of it that have come. To look behind it would mean to wait
 * for a line of the cache that the other place has just written. */
enum rings_amount { RINGS_ALL, RINGS_ONE };

/* Receives what has come; true if there was something. One thread at a time. */
bool rings_read(enum rings_amount amount);
/* True if something has come. rings_glance() may be late to know, and does not wait until others
 * see what this thread has written: for a thread that looks again and again. */
bool rings_have_news(void);
bool rings_glance(void);

#endif
