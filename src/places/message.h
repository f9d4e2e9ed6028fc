/* message.h: messages between places. */
#ifndef PLACES_MESSAGE_H
#define PLACES_MESSAGE_H

#include "triptych/places_calls.h"

#include <stddef.h>
#include <stdint.h>

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

enum { MESSAGE_FEW = 16 };

/* A message, which `size` bytes of data follow. All but `from` is sent: with the size of its part
 * it fills one line of the cache. */
struct message {
    uint16_t kind;
    uint16_t finish_home;
    union {
        uint16_t birth; /* of the activity */
        uint16_t few;   /* MESSAGE_REPLY: bytes in `bytes` */
    };
    uint16_t clocks; /* registrations at the end of the data */
    uint64_t size;
    uint64_t finish; /* with finish_home: which finish */
    union {
        uint64_t reply;         /* MESSAGE_AT and its reply: the activity that waits */
        struct tri_clock clock; /* other messages */
    };
    union {
        struct {
            union {
                uint64_t key;   /* of a site */
                uint64_t token; /* of a registration, for the answer */
            };
            union {
                uint64_t back;  /* bytes to be sent back */
                uint64_t phase; /* of a clock */
            };
        };
        char bytes[MESSAGE_FEW]; /* MESSAGE_REPLY: all that is sent back, if it is so little */
    };
    union {
        int64_t number; /* of the activity */
        int64_t count;  /* of acknowledgements */
    };
    int32_t from;
};

enum { MESSAGE_WIRE = offsetof(struct message, from) }; /* the bytes of it that are sent */

#endif
