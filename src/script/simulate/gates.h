/* gates.h: how many transfers a machine sends and receives at once, and how many go from one site
 * to another. The others wait for their turn, as they do where agents stage files; and SimGrid,
 * which shares the bandwidth of a link among all transfers on it again whenever one begins or ends,
 * stays fast. Links between sites are used up all the same. */
#ifndef SCRIPT_SIMULATE_GATES_H
#define SCRIPT_SIMULATE_GATES_H

#include "script/schedule/problem.h"

enum { SIMULATE_TRANSFERS_MOST = 4 };

struct script_simulate_gates;

/* `start` begins the transfer of an edge between two machines. The problem must outlive the gates;
 * `limits` is an array like its `sites` (0: any number), or NULL. */
struct script_simulate_gates *
script_simulate_gates_new(const struct script_schedule_problem *problem, const uint32_t *limits,
                          void (*start)(uint32_t edge, uint32_t from, uint32_t to));
void script_simulate_gates_free(struct script_simulate_gates *gates);

/* Begins a transfer now, or when others have ended. */
void script_simulate_gates_enter(struct script_simulate_gates *gates, uint32_t edge, uint32_t from,
                                 uint32_t to);

/* Notes that a transfer that was begun has ended. */
void script_simulate_gates_leave(struct script_simulate_gates *gates, uint32_t from, uint32_t to);

#endif
