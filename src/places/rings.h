/* rings.h: messages between places, through rings in shared memory.
 *
 * Who sends while a ring is full receives in the meantime, and receiving never sends: what it has
 * to answer waits in a list (rings_send_later()). So no two places can wait for each other. */
#ifndef PLACES_RINGS_H
#define PLACES_RINGS_H

#include "places/activity.h"

#include <stdbool.h>

enum message_kind {
    MESSAGE_ASYNC,
    MESSAGE_AT,
    MESSAGE_REPLY,    /* to MESSAGE_AT */
    MESSAGE_ACK,      /* `count` activities of a finish need not be waited for */
    MESSAGE_REGISTER, /* an activity with a clock; MESSAGE_REPLY follows */
    MESSAGE_ARRIVE,   /* an activity has arrived at the end of a clock's phase */
    MESSAGE_DROP,     /* an activity has no longer to do with a clock */
    MESSAGE_PHASE     /* a clock has reached a phase */
};

/* A message, which `size` bytes of data follow. */
struct message {
    uint32_t kind;
    int32_t from;
    uint64_t size;
    uint64_t key;    /* of a site */
    uint64_t finish; /* with finish_home: which finish */
    int32_t finish_home;
    int32_t clock_home;
    uint64_t clock, phase;
    uint64_t reply;
    uint64_t back;
    int64_t count;
    int64_t number; /* of the activity */
    int32_t birth;
    uint32_t clocks; /* registrations at the end of the data */
};

/* Sends a message and its data. */
void rings_send(int to, const struct message *message, const void *data);

/* Sends a message without data soon; rings_send_rest() sends all of these. */
void rings_send_later(int to, const struct message *message);
void rings_send_rest(void);

/* Receives what has come; true if there was something. */
bool rings_receive(void);
/* True if something has come. */
bool rings_have_news(void);

/* Sets who takes the messages. The data of MESSAGE_ASYNC and MESSAGE_AT are those of the activity,
 * which is NULL for other messages but MESSAGE_REPLY. The callee owns it. */
void rings_open(void (*take)(const struct message *message, struct activity *activity));

#endif
