/* state.c: see state.h. Tables are in memory of their own, since the program's allocator must not
 * be called here. */
#include "measure/vocabulary/state.h"

#include "measure/place.h"
#include "measure/vocabulary/state_cells.h"
#include "measure/vocabulary/state_table.h"

#include <sched.h>
#include <sys/mman.h>

enum { FIRST = 1024, MOST = 1 << 20 }; /* entries, or slots of cells */
enum { CELLS = 1024 };                 /* made at a time */

__thread __attribute__((tls_model("initial-exec")))
int64_t described_states[FORMAT_VOCABULARY_THREAD_STATES];

int64_t described_shared[FORMAT_VOCABULARY_SHARED_STATES];
struct state_table state_table;

__thread __attribute__((tls_model("initial-exec"))) struct state_cell *state_recent[STATE_RECENT];

static struct state_index empty = {.size = 1, .slots = {NULL}};

struct state_index *state_index = &empty;

static struct state_cell *free_cells; /* that were made */
static size_t free_count;

/* Takes the lock. A thread that does not exist after a fork may have held it: then it is another
 * process's. False if this thread has it already: a signal handler must not wait for what it has
 * interrupted. */
static bool lock(void)
{
    uint64_t own = state_holder(measure_place_page()->pid);
    for (;;) {
        uint64_t found = 0;
        if (__atomic_compare_exchange_n(&state_table.holder, &found, own, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return true;
        if (found == own)
            return false;
        if (found >> STATE_THREAD_BITS != own >> STATE_THREAD_BITS &&
            __atomic_compare_exchange_n(&state_table.holder, &found, own, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return true;
        sched_yield();
    }
}

void measure_vocabulary_free_states(void)
{
    const struct format_place *page = measure_place_page();
    if (page && __atomic_load_n(&state_table.holder, __ATOMIC_RELAXED) == state_holder(page->pid))
        state_unlock();
}

static void *make(size_t size)
{
    void *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return made == MAP_FAILED ? NULL : made;
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
    struct state_entry *made = make(entries * sizeof *made);
    if (!made)
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

/* Puts a larger index in the place of one that is three quarters full. The other one stays: threads
 * may read it, and find no cell that is newer. */
static bool make_slots(void)
{
    struct state_index *before = state_index;
    size_t size = before->size < FIRST ? FIRST : 2 * before->size;
    if (before->used < before->size / 4 * 3)
        return true;
    struct state_index *made =
        size > MOST ? NULL : make(sizeof *made + size * sizeof made->slots[0]);
    if (!made)
        return false;
    made->size = size;
    made->used = before->used;
    for (size_t i = 0; i < before->size; i++) {
        struct state_cell *cell = before->slots[i];
        if (cell)
            *state_cell_slot(made, cell->state, cell->key) = cell;
    }
    __atomic_store_n(&state_index, made, __ATOMIC_RELEASE);
    return true;
}

/* Returns the cell of a state, which may be new; NULL if there is no room. The lock must be held.
 */
static struct state_cell *make_cell(uint32_t state, int64_t key)
{
    struct state_cell *found = state_find_cell(state, key);
    if (found)
        return found;
    if (!free_count) {
        free_cells = make(CELLS * sizeof *free_cells);
        free_count = free_cells ? CELLS : 0;
    }
    if (!free_count || !make_slots())
        return NULL;
    struct state_cell *cell = &free_cells[--free_count];
    *cell = (struct state_cell){.state = state, .key = key};
    __atomic_store_n(state_cell_slot(state_index, state, key), cell, __ATOMIC_RELEASE);
    state_index->used++;
    return cell;
}

/* Returns where a state is that needs no table; NULL: it needs one. */
static int64_t *place_of(uint32_t number, const int64_t *key)
{
    uint32_t shared = number - FORMAT_VOCABULARY_THREAD_STATES;
    if (key)
        return NULL;
    if (number < FORMAT_VOCABULARY_THREAD_STATES)
        return &described_states[number];
    return shared < FORMAT_VOCABULARY_SHARED_STATES ? &described_shared[shared] : NULL;
}

int64_t measure_vocabulary_own(uint32_t number, const int64_t *key)
{
    const int64_t *place = place_of(number, key);
    const struct state_cell *cell = place ? NULL : state_find_cell(number, key ? *key : 0);
    if (cell)
        place = &cell->value;
    return place ? __atomic_load_n(place, __ATOMIC_RELAXED) : 0;
}

bool measure_vocabulary_set_own(uint32_t number, const int64_t *key, int64_t value, bool adds)
{
    int64_t *place = place_of(number, key);
    if (!place) {
        struct state_cell *cell = state_find_cell(number, key ? *key : 0);
        if (!cell && lock()) {
            cell = make_cell(number, key ? *key : 0);
            state_unlock();
        }
        if (!cell)
            return false;
        place = &cell->value;
    }
    if (adds)
        state_add(place, value);
    else
        __atomic_store_n(place, value, __ATOMIC_RELAXED);
    return true;
}

int64_t measure_vocabulary_state(uint32_t number, int64_t key)
{
    if (!lock())
        return 0;
    const struct state_entry *entry = state_find(number, key);
    int64_t value = entry && entry->use == STATE_USED ? entry->value : 0;
    state_unlock();
    return value;
}

bool measure_vocabulary_set(uint32_t number, int64_t key, int64_t value)
{
    if (!lock())
        return false;
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
    if (!lock())
        return false;
    struct state_entry *entry = state_find(number, key);
    bool found = entry && entry->use == STATE_USED;
    if (found) {
        *value = entry->value;
        state_remove(entry);
    }
    state_unlock();
    return found;
}
