/* state.c: see state.h. A hash table in memory of its own, since the program's allocator must not
 * be called here. */
#include "measure/vocabulary/state.h"

#include "measure/place.h"

#include <sched.h>
#include <stddef.h>
#include <sys/mman.h>

enum { FIRST = 1024, MOST = 1 << 20 }; /* entries; a quarter stays empty */

enum use { FREE, USED, REMOVED };

struct entry {
    uint32_t state, use;
    int64_t key, value;
};

__thread __attribute__((tls_model("initial-exec")))
int64_t described_states[FORMAT_VOCABULARY_THREAD_STATES];

static struct entry *table;
static size_t size, filled; /* filled: also removed entries */
static uint32_t holder;     /* process that holds the lock; 0: none */

/* A thread that does not exist after a fork may have held the lock: then it is another process's.
 */
static void lock(void)
{
    uint32_t own = measure_place_page()->pid;
    for (;;) {
        uint32_t found = 0;
        if (__atomic_compare_exchange_n(&holder, &found, own, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return;
        if (found != own && __atomic_compare_exchange_n(&holder, &found, own, false,
                                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return;
        sched_yield();
    }
}

static void unlock(void)
{
    __atomic_store_n(&holder, 0, __ATOMIC_RELEASE);
}

static size_t slot_of(uint32_t state, int64_t key, size_t entries)
{
    uint64_t hash = ((uint64_t)key ^ (uint64_t)state << 40) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(hash >> 20) & (entries - 1);
}

/* Returns the entry, or the free one where it belongs; NULL without a table. */
static struct entry *find(uint32_t state, int64_t key)
{
    if (!table)
        return NULL;
    for (size_t slot = slot_of(state, key, size);; slot = (slot + 1) & (size - 1)) {
        struct entry *entry = &table[slot];
        if (entry->use == FREE ||
            (entry->use == USED && entry->state == state && entry->key == key))
            return entry;
    }
}

/* Moves the entries in use to a table that has room for one more. */
static bool make_room(void)
{
    size_t used = 0, entries = FIRST;
    struct entry *before = table;
    size_t before_size = size;
    if (table && filled < size / 4 * 3)
        return true;
    for (size_t i = 0; before && i < before_size; i++)
        used += before[i].use == USED;
    while (entries / 2 <= used)
        entries *= 2;
    if (entries > MOST)
        return false;
    struct entry *made = mmap(NULL, entries * sizeof *made, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == MAP_FAILED)
        return false;
    table = made;
    size = entries;
    filled = used;
    for (size_t i = 0; before && i < before_size; i++) {
        if (before[i].use == USED)
            *find(before[i].state, before[i].key) = before[i];
    }
    if (before)
        munmap(before, before_size * sizeof *before);
    return true;
}

int64_t measure_vocabulary_state(uint32_t number, int64_t key)
{
    if (number < FORMAT_VOCABULARY_THREAD_STATES)
        return described_states[number];
    lock();
    const struct entry *entry = find(number, key);
    int64_t value = entry && entry->use == USED ? entry->value : 0;
    unlock();
    return value;
}

bool measure_vocabulary_set(uint32_t number, int64_t key, int64_t value)
{
    if (number < FORMAT_VOCABULARY_THREAD_STATES) {
        described_states[number] = value;
        return true;
    }
    lock();
    struct entry *entry = find(number, key);
    if (entry && entry->use == USED) {
        entry->value = value;
    } else {
        bool room = make_room();
        entry = room ? find(number, key) : NULL;
        if (entry)
            *entry = (struct entry){number, USED, key, value};
        filled += entry != NULL;
    }
    unlock();
    return entry != NULL;
}

bool measure_vocabulary_take(uint32_t number, int64_t key, int64_t *value)
{
    lock();
    struct entry *entry = find(number, key);
    bool found = entry && entry->use == USED;
    if (found) {
        *value = entry->value;
        entry->use = REMOVED;
    }
    unlock();
    return found;
}
