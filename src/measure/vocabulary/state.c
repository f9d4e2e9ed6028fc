/* state.c: see state.h. A hash table in memory of its own, since the program's allocator must not
 * be called here. */
#include "measure/vocabulary/state.h"

#include "measure/place.h"
#include "measure/vocabulary/state_table.h"

#include <sched.h>
#include <sys/mman.h>

enum { FIRST = 1024, MOST = 1 << 20 }; /* entries */

__thread __attribute__((tls_model("initial-exec")))
int64_t described_states[FORMAT_VOCABULARY_THREAD_STATES];

struct state_table state_table;

/* A thread that does not exist after a fork may have held the lock: then it is another process's.
 */
static void lock(void)
{
    uint32_t own = measure_place_page()->pid;
    for (;;) {
        uint32_t found = 0;
        if (__atomic_compare_exchange_n(&state_table.holder, &found, own, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return;
        if (found != own && __atomic_compare_exchange_n(&state_table.holder, &found, own, false,
                                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return;
        sched_yield();
    }
}

/* Moves the entries in use to a table that has room for one more. */
static bool make_room(void)
{
    size_t used = 0, entries = FIRST;
    const struct state_table before = state_table;
    if (state_has_room())
        return true;
    for (size_t i = 0; i < before.size; i++)
        used += before.entries[i].use == STATE_USED;
    while (entries / 2 <= used)
        entries *= 2;
    if (entries > MOST)
        return false;
    struct state_entry *made = mmap(NULL, entries * sizeof *made, PROT_READ | PROT_WRITE,
                                    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return false;
    state_table.entries = made;
    state_table.size = entries;
    state_table.filled = used;
    for (size_t i = 0; i < before.size; i++) {
        if (before.entries[i].use == STATE_USED)
            *state_find(before.entries[i].state, before.entries[i].key) = before.entries[i];
    }
    if (before.entries)
        munmap(before.entries, before.size * sizeof *before.entries);
    return true;
}

int64_t measure_vocabulary_state(uint32_t number, int64_t key)
{
    if (number < FORMAT_VOCABULARY_THREAD_STATES)
        return described_states[number];
    lock();
    const struct state_entry *entry = state_find(number, key);
    int64_t value = entry && entry->use == STATE_USED ? entry->value : 0;
    state_unlock();
    return value;
}

bool measure_vocabulary_set(uint32_t number, int64_t key, int64_t value)
{
    if (number < FORMAT_VOCABULARY_THREAD_STATES) {
        described_states[number] = value;
        return true;
    }
    lock();
    struct state_entry *entry = state_find(number, key);
    if (entry && entry->use == STATE_USED) {
        entry->value = value;
    } else {
        bool room = make_room();
        entry = room ? state_find(number, key) : NULL;
        if (entry)
            *entry = (struct state_entry){number, STATE_USED, key, value};
        state_table.filled += entry != NULL;
    }
    state_unlock();
    return entry != NULL;
}

bool measure_vocabulary_take(uint32_t number, int64_t key, int64_t *value)
{
    lock();
    struct state_entry *entry = state_find(number, key);
    bool found = entry && entry->use == STATE_USED;
    if (found) {
        *value = entry->value;
        state_remove(entry);
    }
    state_unlock();
    return found;
}
