/* speed.h: how fast a core of this node is, compared with those of other nodes. */
#ifndef SCRIPT_AGENTS_AGENT_SPEED_H
#define SCRIPT_AGENTS_AGENT_SPEED_H

#include <stdint.h>

/* Returns rounds of a small computation per millisecond of CPU time: the best of a few attempts of
 * about 1 ms, so that other processes hardly disturb. At least 1. */
uint32_t agent_speed(void);

#endif
