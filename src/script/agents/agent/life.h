/* life.h: an agent's signs of life, and those of its master's node. */
#ifndef SCRIPT_AGENTS_AGENT_LIFE_H
#define SCRIPT_AGENTS_AGENT_LIFE_H

#include <stdbool.h>
#include <stdint.h>

struct life {
    uint64_t interval, next; /* ns: between signs; of the monotonic clock: when the next is due */
    int limit;               /* ms without a sign after which its tasks are to be ended */
};

/* `limit`: s after which the master takes a silent agent for lost. */
void life_begin(struct life *life, unsigned limit);

/* Returns ms of silence after which tasks are ended: before they are run elsewhere. */
int life_limit(const struct life *life);

/* True if a sign is due; the next one then is later. */
bool life_is_due(struct life *life);

/* Returns ms until the next sign is due. */
int life_wait(const struct life *life);

/* True if the system at the other end of a connection, to which signs are sent, has acknowledged
 * nothing for too long. */
bool life_is_cut_off(const struct life *life, int fd);

#endif
