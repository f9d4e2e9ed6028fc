/* post.h: sends messages to other places, and receives those that have come: through shared memory
 * (rings.h) if the place is on this machine, and otherwise through the network (wires.h).
 *
 * Who sends while there is no room receives in the meantime, and receiving never sends: what it has
 * to answer waits in a list (post_send_later()). So no two places can wait for each other. */
#ifndef PLACES_POST_H
#define PLACES_POST_H

#include "places/activity.h"
#include "places/message.h"
#include "places/rings.h"

#include <stdbool.h>

/* Sets who takes the messages: see arrival_open(). */
void post_open(void (*take)(const struct message *message, struct activity *activity));

/* Sends a message and its data. */
void post_send(int to, const struct message *message, const void *data);

/* Sends a message without data soon; post_send_rest() sends all of these. */
void post_send_later(int to, const struct message *message);
void post_send_rest(void);

/* Receives what has come; true if there was something. post_receive_here() leaves out what other
 * machines sent, and makes no system call. */
bool post_receive(void);
bool post_receive_here(enum rings_amount amount);
/* True if something has come; post_has_news_here(): from this machine. */
bool post_has_news(void);
bool post_has_news_here(void);
/* The same as rings_glance(). */
bool post_glance_here(void);

#endif
