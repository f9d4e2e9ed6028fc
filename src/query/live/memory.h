/* memory.h: what steps remember from one look at a run that goes on to the next: how many rows
 * a limit has passed, which ones were there before. Rows of tables get other numbers meanwhile, and
 * are known by what they are. */
#ifndef QUERY_LIVE_MEMORY_H
#define QUERY_LIVE_MEMORY_H

#include "query/exec/step/step.h"

struct live_memory *live_memory_new(void);
void live_memory_free(struct live_memory *memory);

/* How many rows the stage has got so far. */
uint64_t *live_memory_count(struct live_memory *memory, const struct stage *stage);

/* Whether the keys of row `i` come for the first time to this step, of `distinct`. */
bool live_memory_is_new(struct live_memory *memory, const struct step *step,
                        const struct vector *const *keys, size_t i);

/* How much is kept for that, of all steps; of NULL: nothing. */
uint64_t live_memory_bytes(const struct live_memory *memory);

/* Whether one of the plan's limits is reached: no more rows will come. */
bool live_memory_is_full(struct live_memory *memory, const struct plan *plan);

#endif
