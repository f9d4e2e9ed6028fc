/* deque.c: see deque.h */
#include "places/deque.h"

#include "places/fatal.h"

#include <stdlib.h>

enum { FIRST_ROOM = 256 };

/* The items. Older rings stay, because a thief may still read them. */
struct ring {
    long room; /* a power of two */
    struct ring *older;
    void *items[];
};

static struct ring *new_ring(long room, struct ring *older)
{
    struct ring *ring = malloc(sizeof *ring + (size_t)room * sizeof ring->items[0]);
    if (!ring)
        fatal("no memory for %ld activities", room);
    ring->room = room;
    ring->older = older;
    return ring;
}

static void **slot(struct ring *ring, long index)
{
    return &ring->items[index & (ring->room - 1)];
}

void deque_open(struct deque *deque)
{
    deque->top = deque->bottom = 0;
    deque->ring = new_ring(FIRST_ROOM, NULL);
}

void deque_close(struct deque *deque)
{
    for (struct ring *ring = deque->ring, *older; ring; ring = older) {
        older = ring->older;
        free(ring);
    }
    deque->ring = NULL;
}

static struct ring *grow(struct deque *deque, struct ring *ring, long top, long bottom)
{
    struct ring *larger = new_ring(2 * ring->room, ring);
    for (long i = top; i < bottom; i++)
        *slot(larger, i) = __atomic_load_n(slot(ring, i), __ATOMIC_RELAXED);
    __atomic_store_n(&deque->ring, larger, __ATOMIC_RELEASE);
    return larger;
}

void deque_push(struct deque *deque, void *item)
{
    long bottom = __atomic_load_n(&deque->bottom, __ATOMIC_RELAXED);
    long top = __atomic_load_n(&deque->top, __ATOMIC_ACQUIRE);
    struct ring *ring = deque->ring;
    if (bottom - top >= ring->room)
        ring = grow(deque, ring, top, bottom);
    __atomic_store_n(slot(ring, bottom), item, __ATOMIC_RELAXED);
    __atomic_store_n(&deque->bottom, bottom + 1, __ATOMIC_SEQ_CST);
}

bool deque_has(const struct deque *deque, long count)
{
    return __atomic_load_n(&deque->bottom, __ATOMIC_RELAXED) -
               __atomic_load_n(&deque->top, __ATOMIC_RELAXED) >=
           count;
}

void *deque_pop(struct deque *deque)
{
    long bottom = __atomic_load_n(&deque->bottom, __ATOMIC_RELAXED) - 1;
    if (__atomic_load_n(&deque->top, __ATOMIC_RELAXED) > bottom)
        return NULL;
    __atomic_store_n(&deque->bottom, bottom, __ATOMIC_SEQ_CST);
    long top = __atomic_load_n(&deque->top, __ATOMIC_SEQ_CST);
    void *item = NULL;
    if (top <= bottom)
        item = __atomic_load_n(slot(deque->ring, bottom), __ATOMIC_RELAXED);
    if (top < bottom)
        return item;
    if (top == bottom && !__atomic_compare_exchange_n(&deque->top, &top, top + 1, false,
                                                      __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
        item = NULL; /* a thief took the last one */
    __atomic_store_n(&deque->bottom, bottom + 1, __ATOMIC_RELAXED);
    return item;
}

void *deque_steal(struct deque *deque)
{
    long top = __atomic_load_n(&deque->top, __ATOMIC_SEQ_CST);
    long bottom = __atomic_load_n(&deque->bottom, __ATOMIC_SEQ_CST);
    if (top >= bottom)
        return NULL;
    struct ring *ring = __atomic_load_n(&deque->ring, __ATOMIC_ACQUIRE);
    void *item = __atomic_load_n(slot(ring, top), __ATOMIC_RELAXED);
    if (!__atomic_compare_exchange_n(&deque->top, &top, top + 1, false, __ATOMIC_SEQ_CST,
                                     __ATOMIC_RELAXED))
        return NULL;
    return item;
}

bool deque_is_empty(const struct deque *deque)
{
    return __atomic_load_n(&deque->top, __ATOMIC_SEQ_CST) >=
           __atomic_load_n(&deque->bottom, __ATOMIC_SEQ_CST);
}
