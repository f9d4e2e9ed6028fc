/* port.h: the port of the master, or of an agent: whoever connects must prove that it knows the
 * secret, within a time and a few bytes; others are refused, and a message says so. */
#ifndef SCRIPT_AGENTS_PORT_H
#define SCRIPT_AGENTS_PORT_H

#include "script/agents/handshake.h"

struct script_agents_port;

enum {
    AGENTS_PORT_PENDING = 128, /* connections that are not yet trusted; others wait */
    AGENTS_PORT_PATIENCE = 10, /* s until one is refused */
    AGENTS_PORT_HURRY = 1,     /* s until then if others wait */
};

struct script_agents_port_listener {
    void *owner;
    /* A connection is trusted; the socket, which does not block, is the owner's. False if the owner
     * does not want it: then the port closes it. */
    bool (*trusted)(void *owner, const struct script_agents_purpose *purpose, int fd);
    /* A connection was refused. */
    void (*refused)(void *owner, const char *from, const char *why);
};

/* Opens a port at an address of this machine. NULL with an error. */
struct script_agents_port *
script_agents_port_new(const char *address, const unsigned char secret[AGENTS_SECRET],
                       const struct script_agents_port_listener *listener, struct error *error);
void script_agents_port_free(struct script_agents_port *port);

uint16_t script_agents_port_number(const struct script_agents_port *port);

/* The descriptor that is readable when there is something to do. */
int script_agents_port_descriptor(const struct script_agents_port *port);

/* Does what there is to do. `now`: ns of a clock. */
void script_agents_port_step(struct script_agents_port *port, uint64_t now);

#endif
