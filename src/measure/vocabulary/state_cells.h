/* state_cells.h: the states of vocabularies that have a key. Each has a cell that stays where it is
 * as long as the program runs, so that all threads find it without a lock: quick.c is compiled
 * without vector registers, and waits for nobody. */
#ifndef MEASURE_VOCABULARY_STATE_CELLS_H
#define MEASURE_VOCABULARY_STATE_CELLS_H

#include "measure/vocabulary/alone.h"
#include "measure/vocabulary/state.h"

#include <stddef.h>

struct state_cell {
    uint32_t state, spare;
    int64_t key, value;
};

/* Where cells are. A larger one takes its place when it is full; threads may still read it then. */
struct state_index {
    size_t size, used;          /* slots: a power of 2 */
    struct state_cell *slots[]; /* NULL: free */
};

extern __attribute__((visibility("hidden"))) struct state_index *state_index;

enum { STATE_RECENT = 16 };

/* Cells that this thread has used last, by the number of the state. */
extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct state_cell *state_recent[STATE_RECENT];

/* Returns the slot of a state, or the free one where it belongs. */
static inline struct state_cell **state_cell_slot(struct state_index *index, uint32_t state,
                                                  int64_t key)
{
    uint64_t hash = ((uint64_t)key ^ (uint64_t)state << 40) * UINT64_C(0x9e3779b97f4a7c15);
    for (size_t i = (size_t)(hash >> 32) & (index->size - 1);; i = (i + 1) & (index->size - 1)) {
        /* relaxed: a cell was complete before its pointer was published, and no processor reads it
         * first */
        const struct state_cell *cell = __atomic_load_n(&index->slots[i], __ATOMIC_RELAXED);
        if (__builtin_expect(!cell || (cell->key == key && cell->state == state), 1))
            return &index->slots[i];
    }
}

/* Returns the cell of a state; NULL if it was never set. */
static inline struct state_cell *state_find_cell(uint32_t state, int64_t key)
{
    struct state_index *index = __atomic_load_n(&state_index, __ATOMIC_RELAXED); /* the same */
    return __atomic_load_n(state_cell_slot(index, state, key), __ATOMIC_RELAXED);
}

/* Does the same; mostly it is the cell that was used last. */
static inline struct state_cell *state_find_recent(uint32_t state, int64_t key)
{
    struct state_cell **recent = &state_recent[state % STATE_RECENT], *cell = *recent;
    if (__builtin_expect(cell && cell->key == key && cell->state == state, 1))
        return cell;
    cell = state_find_cell(state, key);
    if (cell)
        *recent = cell;
    return cell;
}

/* Adds to a state of the process. Nothing is lost when several threads do. */
static inline void state_add(int64_t *to, int64_t value)
{
    if (measure_vocabulary_is_alone())
        *to = (int64_t)((uint64_t)*to + (uint64_t)value);
    else
        __atomic_fetch_add(to, value, __ATOMIC_RELAXED);
}

#endif
