/* post.c: see post.h */
#include "places/post.h"

#include "places/arrival.h"
#include "places/fatal.h"
#include "places/segment.h"
#include "places/wires.h"

#include <pthread.h>
#include <stdlib.h>

/* A message that is sent later. */
struct letter {
    struct letter *next;
    int to;
    struct message message;
};

static bool receiving; /* a lock */
static pthread_mutex_t letter_lock = PTHREAD_MUTEX_INITIALIZER;
static struct letter *letters, **last_letter = &letters;

void post_open(void (*take)(const struct message *message, struct activity *activity))
{
    arrival_open(take);
    rings_open(post_receive);
    if (segment_is_spread())
        wires_start(post_receive);
}

void post_send(int to, const struct message *message, const void *data)
{
    if (segment_is_elsewhere(to))
        wires_send(to, message, data);
    else
        rings_send(to, message, data);
}

void post_send_later(int to, const struct message *message)
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

void post_send_rest(void)
{
    if (__atomic_load_n(&last_letter, __ATOMIC_RELAXED) == &letters)
        return;
    for (struct letter *letter; (letter = take_letter());) {
        post_send(letter->to, &letter->message, NULL);
        free(letter);
    }
}

bool post_has_news_here(void)
{
    return rings_have_news();
}

bool post_glance_here(void)
{
    return rings_glance();
}

bool post_has_news(void)
{
    return rings_have_news() || (segment_is_spread() && wires_have_news());
}

static bool try_receiving(void)
{
    return !__atomic_load_n(&receiving, __ATOMIC_RELAXED) &&
           !__atomic_exchange_n(&receiving, true, __ATOMIC_ACQUIRE);
}

static void stop_receiving(void)
{
    __atomic_store_n(&receiving, false, __ATOMIC_RELEASE);
}

bool post_receive_here(enum rings_amount amount)
{
    if (!rings_glance() || !try_receiving())
        return false;
    bool any = rings_read(amount);
    stop_receiving();
    return any;
}

bool post_receive(void)
{
    if (!segment_is_spread())
        return post_receive_here(RINGS_ALL);
    if (!try_receiving())
        return false;
    bool any = rings_have_news() && rings_read(RINGS_ALL);
    any |= wires_read();
    stop_receiving();
    return any;
}
