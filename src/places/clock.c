/* clock.c: see clock.h */
#include "places/clock.h"

#include "places/bell.h"
#include "places/fatal.h"
#include "places/record.h"
#include "places/segment.h"
#include "places/workers.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A clock of this place, or what is known of one of another place. */
struct known {
    struct known *next;
    struct tri_clock clock;
    uint64_t phase;
    long registered, arrived; /* at its home */
};

/* A registration in a message. */
struct packed {
    struct tri_clock clock;
    uint64_t phase;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct known *knowns;
static unsigned numbers;

static bool is_same(struct tri_clock a, struct tri_clock b)
{
    return a.home == b.home && a.number == b.number;
}

static struct known **find(struct tri_clock clock)
{
    struct known **at = &knowns;
    while (*at && !is_same((*at)->clock, clock))
        at = &(*at)->next;
    return at;
}

/* Returns what is known of a clock; at first that it is in phase 0. Needs the lock. */
static struct known *know(struct tri_clock clock)
{
    struct known **at = find(clock);
    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            fatal("no memory for a clock");
        (*at)->clock = clock;
    }
    return *at;
}

static void forget(struct tri_clock clock)
{
    struct known **at = find(clock), *known = *at;
    if (known) {
        *at = known->next;
        free(known);
    }
}

static struct message about(enum message_kind kind, struct tri_clock clock)
{
    return (struct message){.kind = (uint16_t)kind, .clock = clock};
}

/* Tells all other places of a phase; UINT64_MAX: the clock is no longer used. */
static void tell(struct tri_clock clock, uint64_t phase)
{
    struct message message = about(MESSAGE_PHASE, clock);
    message.phase = phase;
    for (int i = 0; i < segment_places(); i++) {
        if (i != segment_here())
            post_send_later(i, &message);
    }
}

/* Ends the phase if everybody has arrived, and the clock if nobody is left. Needs the lock. */
static void advance(struct known *known)
{
    if (known->registered == 0) {
        tell(known->clock, UINT64_MAX);
        forget(known->clock);
    } else if (known->arrived == known->registered) {
        known->arrived = 0;
        known->phase++;
        tell(known->clock, known->phase);
    }
}

/* Changes a clock of this place. */
static void change(struct tri_clock clock, long registered, long arrived)
{
    pthread_mutex_lock(&lock);
    struct known *known = know(clock);
    known->registered += registered;
    known->arrived += arrived;
    advance(known);
    pthread_mutex_unlock(&lock);
    bell_tell();
}

static struct registration *find_registration(const struct activity *activity,
                                              struct tri_clock clock)
{
    struct registration *at = activity->clocks;
    while (at && !is_same(at->clock, clock))
        at = at->next;
    return at;
}

static void add_registration(struct activity *activity, struct tri_clock clock, uint64_t phase)
{
    struct registration *registration = malloc(sizeof *registration);
    if (!registration)
        fatal("no memory for a clock");
    *registration = (struct registration){activity->clocks, clock, phase};
    activity->clocks = registration;
}

static void remove_registration(struct activity *activity, const struct registration *which)
{
    struct registration **at = &activity->clocks;
    while (*at != which)
        at = &(*at)->next;
    struct registration *found = *at;
    *at = found->next;
    free(found);
}

static bool is_set(void *argument)
{
    return __atomic_load_n((bool *)argument, __ATOMIC_SEQ_CST);
}

void clock_register(struct activity *activity, struct tri_clock clock)
{
    const struct registration *ours = find_registration(current_activity(), clock);
    if (!ours)
        fatal("an activity is started with a clock that its parent has not");
    if (clock.home == segment_here()) {
        change(clock, 1, 0);
    } else { /* known at home before the new activity may arrive there */
        bool done = false;
        struct message message = about(MESSAGE_REGISTER, clock);
        message.token = (uint64_t)(uintptr_t)&done;
        post_send(clock.home, &message, NULL);
        post_send_rest();
        workers_wait_alone(is_set, &done);
    }
    add_registration(activity, clock, ours->phase);
}

struct activity *clock_pack(const struct activity *activity, const char *data,
                            struct message *message)
{
    uint16_t count = 0;
    for (const struct registration *at = activity->clocks; at; at = at->next) {
        if (++count == UINT16_MAX)
            fatal("an activity with %d clocks cannot move", count);
    }
    if (!count)
        return NULL;
    struct activity *packed =
        activity_new(activity->site, message->size + count * sizeof(struct packed));
    char *to = packed->data;
    if (message->size)
        memcpy(to, data, message->size);
    to += message->size;
    for (const struct registration *at = activity->clocks; at; at = at->next) {
        const struct packed one = {at->clock, at->phase};
        memcpy(to, &one, sizeof one);
        to += sizeof one;
    }
    message->clocks = count;
    message->size = packed->size;
    return packed;
}

static struct packed unpack(const char *data, uint32_t which)
{
    struct packed one;
    memcpy(&one, data + which * sizeof one, sizeof one);
    return one;
}

void clock_unpack(struct activity *activity, const struct message *message)
{
    activity->size -= message->clocks * sizeof(struct packed);
    for (uint32_t i = message->clocks; i-- > 0;) { /* the first one is added last */
        struct packed one = unpack(activity->data + activity->size, i);
        add_registration(activity, one.clock, one.phase);
    }
}

void clock_come_back(struct activity *activity, const char *data, const struct message *message)
{
    for (uint32_t i = 0; i < message->clocks; i++) {
        struct packed one = unpack(data, i);
        struct registration *registration = find_registration(activity, one.clock);
        if (registration)
            registration->phase = one.phase;
    }
}

static void drop(struct tri_clock clock)
{
    struct message message = about(MESSAGE_DROP, clock);
    if (clock.home == segment_here())
        change(clock, -1, 0);
    else
        post_send(clock.home, &message, NULL);
    post_send_rest(); /* of a phase that ends thereby: the thread may not look for messages again
                       */
}

void clock_forget_all(struct activity *activity)
{
    while (activity->clocks)
        remove_registration(activity, activity->clocks);
}

void clock_drop_all(struct activity *activity)
{
    while (activity->clocks) {
        drop(activity->clocks->clock);
        remove_registration(activity, activity->clocks);
    }
}

void clock_end(struct activity *activity, struct tri_finish *finish)
{
    struct registration *registration = finish->clock;
    if (registration) {
        drop(registration->clock);
        remove_registration(activity, registration);
    }
}

void clock_take(const struct message *message)
{
    struct tri_clock clock = message->clock;
    if (message->kind == MESSAGE_REGISTER) {
        struct message answer = about(MESSAGE_REGISTER, clock);
        answer.token = message->token;
        if (clock.home != segment_here()) { /* the answer has come */
            __atomic_store_n((bool *)(uintptr_t)message->token, true, __ATOMIC_SEQ_CST);
            bell_tell();
            return;
        }
        change(clock, 1, 0);
        post_send_later(message->from, &answer);
    } else if (message->kind == MESSAGE_ARRIVE) {
        change(clock, 0, 1);
    } else if (message->kind == MESSAGE_DROP) {
        change(clock, -1, 0);
    } else {
        pthread_mutex_lock(&lock);
        if (message->phase == UINT64_MAX)
            forget(clock);
        else if (know(clock)->phase <
                 message->phase) /* several threads send: a later one may overtake */
            know(clock)->phase = message->phase;
        pthread_mutex_unlock(&lock);
        bell_tell();
    }
}

struct tri_clock tri_clock_new(struct tri_finish *finish)
{
    struct activity *activity = workers_self()->activity;
    struct tri_clock clock = {segment_here(), __atomic_add_fetch(&numbers, 1, __ATOMIC_RELAXED)};
    change(clock, 1, 0);
    add_registration(activity, clock, 0);
    finish->clock = activity->clocks;
    return clock;
}

/* True if the phase that a registration is in has ended. */
static bool has_ended(void *argument)
{
    const struct registration *registration = argument;
    pthread_mutex_lock(&lock);
    const struct known *known = *find(registration->clock);
    bool ended = known && known->phase > registration->phase;
    pthread_mutex_unlock(&lock);
    return ended;
}

void tri_clock_next(const struct tri_site *site)
{
    struct worker *self = workers_self();
    struct activity *activity = self->activity;
    if (self->atomic)
        fatal("`next` inside an atomic block");
    struct tri_node *wait = record_begin(site);
    for (struct registration *at = activity->clocks; at; at = at->next) {
        struct message message = about(MESSAGE_ARRIVE, at->clock);
        if (at->clock.home == segment_here())
            change(at->clock, 0, 1);
        else
            post_send(at->clock.home, &message, NULL);
    }
    post_send_rest();
    for (struct registration *at = activity->clocks; at; at = at->next) {
        workers_wait_alone(has_ended, at);
        at->phase++;
    }
    record_end(wait);
}
