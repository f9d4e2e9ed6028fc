/* gone.h: finds out whether a client is still waiting for its answer. */
#ifndef SERVE_GONE_H
#define SERVE_GONE_H

#include <stdbool.h>

/* A client: the port that it calls from. fd is -1 at first. */
struct serve_gone {
    unsigned port; /* 0: it cannot go away */
    int fd;
};

/* True if the client has closed its connection. */
bool serve_gone_is(struct serve_gone *client);

#endif
