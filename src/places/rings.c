/* rings.c: see rings.h */
#include "places/rings.h"

#include "places/arrival.h"
#include "places/bell.h"
#include "places/fatal.h"
#include "places/segment.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

enum {
    CELL = 64,       /* bytes: a line of the cache; each part begins with one */
    FEW = 8,         /* places */
    PART = 16 << 10, /* most data of one part: the place reads it while the next one is written */
    WIRE = MESSAGE_WIRE
};

_Static_assert(sizeof(uint64_t) + WIRE == CELL, "a message without data fills a cell");

/* A stream of messages to a place, in parts: a number of bytes, then so many of them. The number
 * is written last, after that of the part behind it has become 0: whoever looks for news looks at
 * the very line that has them. */
struct outgoing {
    struct segment_ring *ring;
    uint64_t written;
    uint64_t known_read; /* the place has read at least so much */
    bool locked;
};

/* A stream of messages from a place. */
struct incoming {
    struct segment_ring *ring;
    uint64_t read;
    struct arrival arrival;
};

static bool (*receive_meanwhile)(void);
static struct incoming *incoming; /* one per place */
static struct outgoing *outgoing; /* one per place */
static uint64_t seen_arrivals;

void rings_open(bool (*meanwhile)(void))
{
    size_t places = (size_t)segment_places();
    receive_meanwhile = meanwhile;
    incoming = calloc(places, sizeof *incoming);
    outgoing = calloc(places, sizeof *outgoing);
    if (!incoming || !outgoing)
        fatal("no memory for %zu places", places);
    for (int i = 0; i < segment_places(); i++) {
        outgoing[i].ring = segment_ring(segment_here(), i);
        incoming[i].ring = segment_ring(i, segment_here());
    }
}

static bool try_lock(bool *lock)
{
    return !__atomic_load_n(lock, __ATOMIC_RELAXED) &&
           !__atomic_exchange_n(lock, true, __ATOMIC_ACQUIRE);
}

static void unlock(bool *lock)
{
    __atomic_store_n(lock, false, __ATOMIC_RELEASE);
}

/* Copies bytes into or out of a ring, around its end. */
static void copy_in(struct segment_ring *ring, uint64_t at, const char *from, size_t size)
{
    uint64_t room = segment_ring_room(), start = at & (room - 1);
    size_t first = size < room - start ? size : (size_t)(room - start);
    memcpy(ring->bytes + start, from, first);
    if (first < size)
        memcpy(ring->bytes, from + first, size - first);
}

static void copy_out(char *to, const struct segment_ring *ring, uint64_t at, size_t size)
{
    uint64_t room = segment_ring_room(), start = at & (room - 1);
    size_t first = size < room - start ? size : (size_t)(room - start);
    memcpy(to, ring->bytes + start, first);
    if (first < size)
        memcpy(to + first, ring->bytes, size - first);
}

/* Returns the first cell of the part that begins there: its number of bytes. */
static uint64_t *cell_at(struct segment_ring *ring, uint64_t at)
{
    return (uint64_t *)(void *)(ring->bytes + (at & (segment_ring_room() - 1)));
}

/* Returns the room that a part of so many bytes takes. */
static uint64_t room_of(uint64_t size)
{
    return (sizeof(uint64_t) + size + CELL - 1) & ~(uint64_t)(CELL - 1);
}

static void announce(int to)
{
    if (segment_places() > FEW)
        __atomic_add_fetch(&segment_place(to)->arrivals, 1, __ATOMIC_SEQ_CST);
    bell_call(to);
}

/* Waits until the ring has room up to there; receives meanwhile. */
static void wait_for_room(int to, struct outgoing *out, uint64_t end)
{
    for (;;) {
        out->known_read = __atomic_load_n(&out->ring->read, __ATOMIC_ACQUIRE);
        if (end - out->known_read <= segment_ring_room())
            return;
        announce(to);
        if (!receive_meanwhile())
            sched_yield();
    }
}

/* Writes a part, which may begin with a message. The caller holds the lock of the place. */
static void write_part(int to, const struct message *message, const char *data, size_t size)
{
    struct outgoing *out = &outgoing[to];
    uint64_t head = message ? WIRE : 0, begin = out->written, next = begin + room_of(head + size);
    if (next + CELL - out->known_read > segment_ring_room())
        wait_for_room(to, out, next + CELL);
    uint64_t *cell = cell_at(out->ring, begin);
    __atomic_store_n(cell_at(out->ring, next), 0, __ATOMIC_RELAXED);
    if (message)
        memcpy(cell + 1, message, WIRE);
    if (size)
        copy_in(out->ring, begin + sizeof *cell + head, data, size);
    out->written = next;
    ARRIVAL_SENT();
    __atomic_store_n(cell, head + size, __ATOMIC_SEQ_CST);
    announce(to);
}

void rings_send(int to, const struct message *message, const void *data)
{
    while (!try_lock(&outgoing[to].locked)) {
        if (!receive_meanwhile()) /* its holder may wait for somebody who waits for us */
            sched_yield();
    }
    uint64_t most = segment_ring_room() / 4 < PART ? segment_ring_room() / 4 : PART;
    uint64_t part = message->size < most ? message->size : most;
    write_part(to, message, data, part);
    for (uint64_t done = part; done < message->size; done += part) {
        part = message->size - done < most ? message->size - done : most;
        write_part(to, NULL, (const char *)data + done, part);
    }
    unlock(&outgoing[to].locked);
}

/* Reads the next part, if it is there. */
static bool read_part(int from, struct incoming *in)
{
    const uint64_t *cell = cell_at(in->ring, in->read);
    uint64_t size = __atomic_load_n(cell, __ATOMIC_ACQUIRE), at = in->read + sizeof *cell;
    if (!size)
        return false;
    __builtin_prefetch((const char *)cell + CELL); /* the data, while the message is looked at */
    uint64_t next = in->read + room_of(size);
    ARRIVAL_RECEIVED();
    if (!in->arrival.left) {
        arrival_begin(&in->arrival, from, cell + 1);
        at += WIRE;
        size -= WIRE;
    }
    if (size)
        copy_out(in->arrival.data, in->ring, at, size);
    __atomic_store_n(&in->read, next, __ATOMIC_SEQ_CST);
    __atomic_store_n(&in->ring->read, next, __ATOMIC_RELEASE);
    arrival_add(&in->arrival, size);
    return true;
}

/* True if a ring has something in it. The order of the accesses is a constant of the caller. */
static inline __attribute__((always_inline)) bool is_any_written(int order)
{
    int here = segment_here(), places = segment_places();
    for (int from = 0; from < places; from++) {
        const struct incoming *in = &incoming[from];
        if (from != here &&
            __atomic_load_n(cell_at(in->ring, __atomic_load_n(&in->read, order)), order))
            return true;
    }
    return false;
}

/* With few places it looks into their rings: what it then has to read is on its way already, and no
 * line of the cache goes to and fro for the number of arrivals. */
static inline __attribute__((always_inline)) bool have_news(int order)
{
    if (segment_places() <= FEW)
        return is_any_written(order);
    return __atomic_load_n(&segment_place(segment_here())->arrivals, order) !=
           __atomic_load_n(&seen_arrivals, __ATOMIC_RELAXED);
}

bool rings_have_news(void)
{
    return have_news(__ATOMIC_SEQ_CST);
}

bool rings_glance(void)
{
    return have_news(__ATOMIC_RELAXED);
}

bool rings_read(enum rings_amount amount)
{
    /* With many places it looks into all rings anyway, and must not do that twice. */
    bool any = false, one = amount == RINGS_ONE && segment_places() <= FEW;
    uint64_t arrivals = 0;
    if (segment_places() > FEW)
        arrivals = __atomic_load_n(&segment_place(segment_here())->arrivals, __ATOMIC_SEQ_CST);
    for (int from = 0; from < segment_places(); from++) {
        while (from != segment_here() && read_part(from, &incoming[from])) {
            any = true;
            if (one && !incoming[from].arrival.left)
                return true;
        }
    }
    if (segment_places() > FEW)
        __atomic_store_n(&seen_arrivals, arrivals, __ATOMIC_RELAXED);
    return any;
}
