/* fleet_state.h: the agents of a run, as the files of this room share them, and their messages. */
#ifndef SCRIPT_AGENTS_FLEET_STATE_H
#define SCRIPT_AGENTS_FLEET_STATE_H

#include "script/agents/fleet.h"
#include "util/buffer.h"

enum { FLEET_EXIT_MOST = 65536 }; /* bytes of a message from an agent */

struct agent {
    int fd; /* -1: not there */
    bool was_there;
    uint32_t cores, speed;
    uint64_t memory; /* bytes of its node */
    uint64_t heard;  /* ns: last sign of life */
    char host[AGENTS_HOST_MOST + 1];
    char address[AGENTS_HOST_MOST + 8]; /* for other agents */
    struct buffer in, out;              /* received; to be sent */
    size_t sent;                        /* of `out` */
};

struct script_agents_fleet {
    struct script_agents_port *port;
    struct script_agents_launch *launch;
    struct script_agents_fleet_listener listener;
    struct agent *agents;
    uint32_t count, there;
    unsigned limit;  /* s */
    uint64_t looked; /* ns: last step */
    unsigned refused;
    bool complete;  /* nobody else may join */
    bool is_spread; /* agents are on several nodes */
    int epoll;
};

uint64_t fleet_now(void); /* ns of the monotonic clock */

/* Gives an agent up. */
void fleet_lose(struct script_agents_fleet *fleet, uint32_t number);

/* Receives what an agent says. */
void fleet_receive(struct script_agents_fleet *fleet, uint32_t number);

/* Sends what an agent takes now. */
void fleet_flush(struct script_agents_fleet *fleet, uint32_t number);

#endif
