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
    uint64_t holder;     /* who holds the lock: state_holder(); 0: nobody */
};

extern __attribute__((visibility("hidden"))) struct state_table state_table;

enum { STATE_THREAD_BITS = 42 }; /* a process has a number of at most 22 bits */

/* Returns this thread of that process, as a holder of the lock. */
static inline uint64_t state_holder(uint32_t process)
{
    uint64_t thread = (uint64_t)(uintptr_t)&described_states >> 6;
    return (uint64_t)process << STATE_THREAD_BITS |
           (thread & ((UINT64_C(1) << STATE_THREAD_BITS) - 1));
}

/* Takes the lock if it is free. */
static inline bool state_try_lock(uint64_t holder)
{
    uint64_t none = 0;
    return __atomic_compare_exchange_n(&state_table.holder, &none, holder, false, __ATOMIC_ACQUIRE,
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
