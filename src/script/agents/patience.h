/* patience.h: waits for the other side of a connection, but not forever, and shows meanwhile that
 * this process is alive. */
#ifndef SCRIPT_AGENTS_PATIENCE_H
#define SCRIPT_AGENTS_PATIENCE_H

#include "util/buffer.h"

#include <netdb.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct script_agents_patience {
    void (*beat)(void *owner);  /* called again and again while it waits; NULL: nothing is */
    void (*serve)(void *owner); /* called when `also` is readable meanwhile; NULL: nothing is */
    void *owner;
    int also;
    uint64_t end; /* ns of the monotonic clock */
};

/* Waits from now on for as long as an agent does. */
void script_agents_patience_begin(struct script_agents_patience *patience);

/* Connects to the first address that answers. Returns a socket that does not block; -1 with errno.
 */
int script_agents_patience_connect(const struct addrinfo *list,
                                   const struct script_agents_patience *patience);

/* Sends all bytes, and receives exactly so many. False: in vain. */
bool script_agents_patience_send(int fd, const struct buffer *bytes,
                                 const struct script_agents_patience *patience);
bool script_agents_patience_receive(int fd, void *bytes, size_t size,
                                    const struct script_agents_patience *patience);

/* Makes the loss of a peer, or of the way to it, an error of a connection that is read, after about
 * `limit` seconds. A peer that is there and takes nothing is not lost, however long that lasts. */
void script_agents_keep_alive(int fd, unsigned limit);

#endif
