/* arrival.h: a message that is being received, and where its data go. */
#ifndef PLACES_ARRIVAL_H
#define PLACES_ARRIVAL_H

#include "places/activity.h"
#include "places/message.h"

/* A message whose data are coming. */
struct arrival {
    struct message message;
    struct activity *activity;
    char *data; /* where those go that have not come */
    uint64_t left;
};

/* Sets who takes the messages. The data of MESSAGE_ASYNC, MESSAGE_AT and MESSAGE_BACK are those of
 * the activity, which the callee owns. Those of MESSAGE_REPLY are at the end of the data of the
 * activity that waits, or, with clocks, those of one that the callee owns. It is NULL for other
 * messages. */
void arrival_open(void (*take)(const struct message *message, struct activity *activity));

/* A message has come, MESSAGE_WIRE bytes: finds where its data go. */
void arrival_begin(struct arrival *arrival, int from, const void *bytes);

/* So many bytes of the data were stored; hands the message over if these were the last ones. To be
 * called for a message without data, too. */
void arrival_add(struct arrival *arrival, uint64_t size);

/* Tell ThreadSanitizer that what a message leads to comes after what was done before it was sent:
 * it does not see what other processes do. */
#ifdef __SANITIZE_THREAD__
extern uint64_t arrival_order;
#define ARRIVAL_SENT() __atomic_add_fetch(&arrival_order, 1, __ATOMIC_RELEASE)
#define ARRIVAL_RECEIVED() __atomic_load_n(&arrival_order, __ATOMIC_ACQUIRE)
#else
#define ARRIVAL_SENT() ((void)0)
#define ARRIVAL_RECEIVED() ((void)0)
#endif

#endif
