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
    MESSAGE_BACK,     /* an activity of MESSAGE_ASYNC ends, and sends something back */
    MESSAGE_ACK,      /* `count` activities of a finish need not be waited for */
    MESSAGE_REGISTER, /* an activity with a clock; MESSAGE_REPLY follows */
    MESSAGE_ARRIVE,   /* an activity has arrived at the end of a clock's phase */
    MESSAGE_DROP,     /* an activity has no longer to do with a clock */
    MESSAGE_PHASE     /* a clock has reached a phase */
};

/* A message, which `size` bytes of data follow. All but `from` is sent: with the size of its part
 * it fills one line of the cache. */
struct message {
    uint16_t kind;
    uint16_t finish_home;
    uint16_t birth;
    uint16_t clocks; /* registrations at the end of the data */
    uint64_t size;
    union {
        uint64_t key;   /* of a site */
        uint64_t token; /* of a registration, for the answer */
    };
    uint64_t finish; /* with finish_home: which finish */
    union {
        uint64_t reply;         /* MESSAGE_AT and its reply: the activity that waits */
        struct tri_clock clock; /* other messages */
    };
    union {
        uint64_t back;  /* bytes to be sent back */
        uint64_t phase; /* of a clock */
    };
    union {
        int64_t number; /* of the activity */
        int64_t count;  /* of acknowledgements */
    };
    int32_t from;
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

/* Sets who takes the messages. The data of MESSAGE_ASYNC, MESSAGE_AT and MESSAGE_BACK are those of
 * the activity, which the callee owns. Those of MESSAGE_REPLY are at the end of the data of the
 * activity that waits, or, with clocks, those of one that the callee owns. It is NULL for other
 * messages. */
void rings_open(void (*take)(const struct message *message, struct activity *activity));

#endif
