/* rings.c: see rings.h */
#include "places/rings.h"

#include "places/bell.h"
#include "places/fatal.h"
#include "places/segment.h"
#include "places/sites.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

/* What has come of the next message from a place. */
struct incoming {
    struct message message;
    size_t got; /* bytes of the message, then of its data */
    struct activity *activity;
};

/* A message that is sent later. */
struct letter {
    struct letter *next;
    int to;
    struct message message;
};

enum { FEW = 8 }; /* places */

static void (*take_message)(const struct message *message, struct activity *activity);
static struct incoming *incoming;   /* one per place */
static pthread_mutex_t *send_locks; /* one per place */
static uint64_t *known_reads;       /* one per place: it has read at least so much */
static pthread_mutex_t receive_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t letter_lock = PTHREAD_MUTEX_INITIALIZER;
static struct letter *letters, **last_letter = &letters;
static uint64_t seen_arrivals;
static uint64_t sent; /* orders what a message leads to behind what was done before it was sent */

void rings_open(void (*take)(const struct message *message, struct activity *activity))
{
    size_t places = (size_t)segment_places();
    take_message = take;
    incoming = calloc(places, sizeof *incoming);
    send_locks = calloc(places, sizeof *send_locks);
    known_reads = calloc(places, sizeof *known_reads);
    if (!incoming || !send_locks || !known_reads)
        fatal("no memory for %zu places", places);
    for (size_t i = 0; i < places; i++)
        pthread_mutex_init(&send_locks[i], NULL);
}

/* Copies bytes into or out of a ring, around its end. */
static void copy_in(struct segment_ring *ring, uint64_t at, const char *from, size_t size)
{
    uint64_t room = segment_ring_room(), start = at & (room - 1);
    size_t first = size < room - start ? size : (size_t)(room - start);
    memcpy(ring->bytes + start, from, first);
    memcpy(ring->bytes, from + first, size - first);
}

static void copy_out(char *to, const struct segment_ring *ring, uint64_t at, size_t size)
{
    uint64_t room = segment_ring_room(), start = at & (room - 1);
    size_t first = size < room - start ? size : (size_t)(room - start);
    memcpy(to, ring->bytes + start, first);
    memcpy(to + first, ring->bytes, size - first);
}

static void announce(int to)
{
    __atomic_add_fetch(&segment_place(to)->arrivals, 1, __ATOMIC_SEQ_CST);
    bell_call(to);
}

/* Writes all bytes, and receives while there is no room. The caller holds the lock of the place. */
static void write_bytes(int to, const char *from, size_t size)
{
    struct segment_ring *ring = segment_ring(segment_here(), to);
    while (size > 0) {
        uint64_t written = __atomic_load_n(&ring->written, __ATOMIC_RELAXED);
        uint64_t used = written - __atomic_load_n(&ring->read, __ATOMIC_ACQUIRE);
        uint64_t room = segment_ring_room() - used;
        if (!room) {
            announce(to);
            if (!rings_receive())
                sched_yield();
            continue;
        }
        size_t part = size < room ? size : (size_t)room;
        copy_in(ring, written, from, part);
        __atomic_add_fetch(&sent, 1, __ATOMIC_RELEASE);
        __atomic_store_n(&ring->written, written + part, __ATOMIC_SEQ_CST);
        from += part;
        size -= part;
    }
}

/* Writes a message and its data at once, so that they can be seen together; false if there is not
 * enough room. Looks only then at how far the place has read, which is in a line of its cache. The
 * caller holds the lock of the place. */
static bool write_whole(int to, const struct message *message, const void *data)
{
    struct segment_ring *ring = segment_ring(segment_here(), to);
    uint64_t written = __atomic_load_n(&ring->written, __ATOMIC_RELAXED);
    uint64_t room = segment_ring_room(), size = sizeof *message + message->size;
    if (message->size > room / 2)
        return false;
    if (written + size - known_reads[to] > room)
        known_reads[to] = __atomic_load_n(&ring->read, __ATOMIC_ACQUIRE);
    if (written + size - known_reads[to] > room)
        return false;
    copy_in(ring, written, (const char *)message, sizeof *message);
    if (message->size)
        copy_in(ring, written + sizeof *message, data, message->size);
    __atomic_add_fetch(&sent, 1, __ATOMIC_RELEASE);
    __atomic_store_n(&ring->written, written + size, __ATOMIC_SEQ_CST);
    return true;
}

void rings_send(int to, const struct message *message, const void *data)
{
    while (pthread_mutex_trylock(&send_locks[to]) != 0) {
        if (!rings_receive()) /* its holder may wait for somebody who waits for us */
            sched_yield();
    }
    if (!write_whole(to, message, data)) {
        write_bytes(to, (const char *)message, sizeof *message);
        write_bytes(to, data, message->size);
    }
    pthread_mutex_unlock(&send_locks[to]);
    announce(to);
}

void rings_send_later(int to, const struct message *message)
{
    struct letter *letter = malloc(sizeof *letter);
    if (!letter)
        fatal("no memory for a message to place %d", to);
    *letter = (struct letter){.to = to, .message = *message};
    pthread_mutex_lock(&letter_lock);
    *last_letter = letter;
    __atomic_store_n(&last_letter, &letter->next, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&letter_lock);
}

/* Takes the first letter, or NULL. */
static struct letter *take_letter(void)
{
    pthread_mutex_lock(&letter_lock);
    struct letter *letter = letters;
    if (letter && !(letters = letter->next))
        __atomic_store_n(&last_letter, &letters, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&letter_lock);
    return letter;
}

void rings_send_rest(void)
{
    if (__atomic_load_n(&last_letter, __ATOMIC_RELAXED) == &letters)
        return;
    for (struct letter *letter; (letter = take_letter());) {
        rings_send(letter->to, &letter->message, NULL);
        free(letter);
    }
}

/* True if the data of a message go into an activity. */
static bool has_activity(const struct message *message)
{
    return message->kind == MESSAGE_ASYNC || message->kind == MESSAGE_AT ||
           message->kind == MESSAGE_REPLY;
}

/* Makes the activity that the message begins. */
static void begin_data(struct incoming *in)
{
    const struct message *message = &in->message;
    if (!has_activity(message))
        return;
    bool runs = message->kind != MESSAGE_REPLY;
    const struct tri_site *site = runs ? sites_find(message->key) : NULL;
    if (runs && !site)
        fatal("place %d asks for a block that this program does not have: do all places run the "
              "same program?",
              message->from);
    in->activity = activity_new(site, message->size);
}

/* Reads a part of the next message; true if something was there. */
static bool read_part(int from, struct incoming *in)
{
    struct segment_ring *ring = segment_ring(from, segment_here());
    uint64_t read = __atomic_load_n(&ring->read, __ATOMIC_RELAXED);
    uint64_t there = __atomic_load_n(&ring->written, __ATOMIC_ACQUIRE) - read;
    if (!there)
        return false;
    bool is_head = in->got < sizeof in->message;
    size_t done = is_head ? in->got : in->got - sizeof in->message;
    size_t wanted = (is_head ? sizeof in->message : in->message.size) - done;
    size_t part = wanted < there ? wanted : (size_t)there;
    copy_out((is_head ? (char *)&in->message : in->activity->data) + done, ring, read, part);
    __atomic_store_n(&ring->read, read + part, __ATOMIC_RELEASE);
    in->got += part;
    if (is_head && in->got == sizeof in->message)
        begin_data(in);
    if (in->got >= sizeof in->message && in->got == sizeof in->message + in->message.size) {
        struct activity *activity = in->activity;
        in->activity = NULL;
        in->got = 0;
        __atomic_load_n(&sent, __ATOMIC_ACQUIRE);
        take_message(&in->message, activity);
    }
    return true;
}

/* True if a ring has something in it. */
static bool is_any_written(void)
{
    int here = segment_here(), places = segment_places();
    for (int from = 0; from < places; from++) {
        const struct segment_ring *ring = segment_ring(from, here);
        if (from != here && __atomic_load_n(&ring->written, __ATOMIC_SEQ_CST) !=
                                __atomic_load_n(&ring->read, __ATOMIC_RELAXED))
            return true;
    }
    return false;
}

/* With few places it looks into their rings: what it then has to read is on its way already, and no
 * line of the cache goes to and fro for the number of arrivals. */
bool rings_have_news(void)
{
    if (segment_places() <= FEW)
        return is_any_written();
    return __atomic_load_n(&segment_place(segment_here())->arrivals, __ATOMIC_SEQ_CST) !=
           __atomic_load_n(&seen_arrivals, __ATOMIC_RELAXED);
}

bool rings_receive(void)
{
    if (!rings_have_news() || pthread_mutex_trylock(&receive_lock) != 0)
        return false;
    bool any = false;
    uint64_t arrivals = __atomic_load_n(&segment_place(segment_here())->arrivals, __ATOMIC_SEQ_CST);
    for (int from = 0; from < segment_places(); from++) {
        while (from != segment_here() && read_part(from, &incoming[from]))
            any = true;
    }
    __atomic_store_n(&seen_arrivals, arrivals, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&receive_lock);
    return any;
}
