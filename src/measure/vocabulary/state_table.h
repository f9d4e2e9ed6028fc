/* state_table.h: the table of states with a key, and what can be done with it without waiting for
 * another thread and without a call: quick_run.c is compiled without vector registers. */
#ifndef MEASURE_VOCABULARY_STATE_TABLE_H
#define MEASURE_VOCABULARY_STATE_TABLE_H

#include "measure/vocabulary/state.h"

#include <stddef.h>

enum state_use { STATE_FREE, STATE_USED, STATE_REMOVED };

struct state_entry {
    uint32_t state, use;
    int64_t key, value;
};

struct state_table {
    struct state_entry *entries;
    size_t size, filled; /* filled: also removed entries */
    uint32_t holder;     /* process that holds the lock; 0: none */
};

extern __attribute__((visibility("hidden"))) struct state_table state_table;

/* Takes the lock if it is free. */
static inline bool state_try_lock(uint32_t process)
{
    uint32_t none = 0;
    return __atomic_compare_exchange_n(&state_table.holder, &none, process, false, __ATOMIC_ACQUIRE,
                                       __ATOMIC_RELAXED);
}

static inline void state_unlock(void)
{
    __atomic_store_n(&state_table.holder, 0, __ATOMIC_RELEASE);
}

static inline size_t state_slot(uint32_t state, int64_t key, size_t entries)
{
    uint64_t hash = ((uint64_t)key ^ (uint64_t)state << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 20) & (entries - 1);
}

/* Returns the entry, or the free one where it belongs; NULL without a table. The lock must be held.
 */
static inline struct state_entry *state_find(uint32_t state, int64_t key)
{
    if (!state_table.entries)
        return NULL;
    for (size_t slot = state_slot(state, key, state_table.size);;
         slot = (slot + 1) & (state_table.size - 1)) {
        struct state_entry *entry = &state_table.entries[slot];
        if (entry->use == STATE_FREE ||
            (entry->use == STATE_USED && entry->state == state && entry->key == key))
            return entry;
    }
}

/* True if another entry fits: a quarter stays empty. */
static inline bool state_has_room(void)
{
    return state_table.entries && state_table.filled < state_table.size / 4 * 3;
}

/* Removes an entry. If nothing is behind it, nobody looks for anything beyond it. */
static inline void state_remove(struct state_entry *entry)
{
    size_t slot = (size_t)(entry - state_table.entries);
    bool is_last = state_table.entries[(slot + 1) & (state_table.size - 1)].use == STATE_FREE;
    entry->use = is_last ? STATE_FREE : STATE_REMOVED;
    state_table.filled -= is_last;
}

#endif
