/* relay.h: passes bytes between a pipe of a task and a connection to the master. */
#ifndef SCRIPT_AGENTS_AGENT_RELAY_H
#define SCRIPT_AGENTS_AGENT_RELAY_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RELAY_ROOM = 65536 };

struct relay {
    struct relay *next;
    int from, to;          /* -1: closed */
    bool broken;           /* reading failed: bytes are missing */
    bool owned;            /* its task is there and looks at it; else it is freed at its end */
    bool paused;           /* it waits until it is known whether the bytes are wanted */
    uint64_t moved, limit; /* bytes that were passed on; that will be */
    size_t start, end;     /* of the bytes in the buffer */
    char buffer[RELAY_ROOM];
};

/* Makes one, which closes both descriptors. */
struct relay *relay_new(int from, int to);

/* Tells poll(2) what it waits for. False: it is at its end. */
bool relay_asks(const struct relay *relay, struct pollfd *asked);

/* Passes on what there is, without waiting. */
void relay_pump(struct relay *relay);

/* Lets it end with what is in the pipe now; returns how many bytes that makes in all. */
uint64_t relay_finish(struct relay *relay);

/* Ends it at once. */
void relay_close(struct relay *relay);

#endif
