/* gates.h: how many transfers a machine sends and receives at once. The others wait for their turn,
 * as they do where agents stage files; and SimGrid, which shares the bandwidth of a link among all
 * transfers on it again whenever one begins or ends, stays fast. */
#ifndef SCRIPT_SIMULATE_GATES_H
#define SCRIPT_SIMULATE_GATES_H

#include <stdint.h>

enum { SIMULATE_TRANSFERS_MOST = 4 };

struct script_simulate_gates;

/* `start` begins the transfer of an edge between two machines. */
struct script_simulate_gates *script_simulate_gates_new(uint32_t machine_count,
                                                        void (*start)(uint32_t edge, uint32_t from,
                                                                      uint32_t to));
void script_simulate_gates_free(struct script_simulate_gates *gates);

/* Begins a transfer now, or when others have ended. */
void script_simulate_gates_enter(struct script_simulate_gates *gates, uint32_t edge, uint32_t from,
                                 uint32_t to);

/* Notes that a transfer that was begun has ended. */
void script_simulate_gates_leave(struct script_simulate_gates *gates, uint32_t from, uint32_t to);

#endif
