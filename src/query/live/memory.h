/* memory.h: what steps remember of a running program between two calls of query_live_look: how many
 * rows a limit has passed, which rows `distinct` has seen. Row numbers change between calls, so
 * rows are remembered by their contents. */
#ifndef QUERY_LIVE_MEMORY_H
#define QUERY_LIVE_MEMORY_H

#include "query/exec/step/step.h"

struct live_memory *query_live_memory_new(void);
void query_live_memory_free(struct live_memory *memory);

/* Returns the counter of rows that the stage has received so far. */
uint64_t *query_live_memory_count(struct live_memory *memory, const struct query_stage *stage);

/* True if the keys of row `i` are new to this `distinct` step. */
bool query_live_memory_is_new(struct live_memory *memory, const struct query_step *step,
                              const struct query_vector *const *keys, size_t i);

/* Returns how many bytes this takes, for all steps; 0 for NULL. */
uint64_t query_live_memory_bytes(const struct live_memory *memory);

/* True if one of the plan's limits is reached: no more rows will come. */
bool query_live_memory_is_full(struct live_memory *memory, const struct query_plan *plan);

#endif
