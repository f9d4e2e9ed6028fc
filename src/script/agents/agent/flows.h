/* flows.h: the streams that an agent keeps: those that began with a task of its node. Tasks of the
 * node have pipes to it; agents of other nodes connect to its port. */
#ifndef SCRIPT_AGENTS_AGENT_FLOWS_H
#define SCRIPT_AGENTS_AGENT_FLOWS_H

#include "script/agents/flow_order.h"
#include "script/agents/handshake.h"
#include "script/streams/hub.h"
#include "util/pairs.h"

#include <poll.h>

enum { FLOWS_ASKED = 2 };

/* A stream, and its readers by task. */
struct flows_kept {
    uint32_t stream;
    char *name;
    struct flow *flow;
    struct flows_reader {
        uint32_t task;
        struct flow_reader *reader;
    } * readers;
    uint32_t reader_count;
};

/* A writer that has started. */
struct flows_writer {
    uint32_t stream, task;
    bool errors, is_link;
    struct flow_writer *writer;
};

/* A connection that came before its stream was told of. */
struct flows_early {
    struct script_agents_purpose purpose;
    int fd;
};

struct flows {
    struct buffer *out; /* messages for the master */
    struct script_agents_port *port;
    struct script_hub *hub; /* NULL before there is a stream */
    char *folder;           /* of its own, if the master's is not seen; NULL: none */
    bool is_shared;         /* streams are kept in the master's folder */
    bool failed;
    unsigned limit;       /* s of silence after which a peer is lost */
    unsigned refused;     /* connections */
    const char *host;     /* the agent's, for messages */
    struct pairs numbers; /* (stream, 0) -> number in `list` */
    struct flows_kept *list;
    size_t count, room;
    struct flows_writer *writers;
    size_t writer_count, writer_room;
    struct flows_early *early;
    size_t early_count, early_room;
};

/* Opens the port at an address of this node. */
bool flows_begin(struct flows *flows, const char *address,
                 const unsigned char secret[AGENTS_SECRET], struct error *error);

/* Removes files that are of no use to anybody else. */
void flows_end(struct flows *flows);

uint32_t flows_port(const struct flows *flows);
int flows_descriptor(const struct flows *flows); /* of the port */

/* Take what the master says. False if it is not right. */
bool flows_open(struct flows *flows, struct script_agents_message *message);
bool flows_change(struct flows *flows, struct script_agents_message *message);

/* Connects an input (0), output (1) or error (2) of a task to a stream, which takes the
 * descriptor. False: it is not kept here. */
bool flows_connect(struct flows *flows, uint32_t stream, uint32_t task, int end, int fd,
                   bool is_link);

/* Takes connections, and passes on what there is. */
void flows_accept(struct flows *flows);
void flows_step(struct flows *flows);

/* Fills in FLOWS_ASKED descriptors to wait for. Returns false if there is something to do at
 * once. */
bool flows_ask(const struct flows *flows, struct pollfd *asked);

#endif
