/* wires.h: messages between places of different machines: a TCP connection for each pair. See
 * post.h.
 *
 * Workers that are awake look into the sockets themselves. While one sleeps, a thread waits for the
 * sockets and wakes it. */
#ifndef PLACES_WIRES_H
#define PLACES_WIRES_H

#include "places/message.h"

#include <stdbool.h>

/* The connection to a place; before wires_start(). */
void wires_add(int place, int fd);
/* True if there is one. */
bool wires_has(int place);

/* Begins. `meanwhile` receives while a socket is full; true if there was something. */
void wires_start(bool (*meanwhile)(void));
/* Ends the thread. */
void wires_stop(void);

/* Sends a message and its data. */
void wires_send(int to, const struct message *message, const void *data);

/* Receives what has come; true if there was something. One thread at a time. */
bool wires_read(void);
/* True if something has come. */
bool wires_have_news(void);

/* A worker is about to sleep, or no longer looks for messages while others sleep: the thread wakes
 * one when something comes. */
void wires_watch(void);

#endif
