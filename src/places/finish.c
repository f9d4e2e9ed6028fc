/* finish.c: see finish.h */
#include "places/finish.h"

#include "places/bell.h"
#include "places/fatal.h"
#include "places/segment.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A finish of another place that has activities here, or that waits for acknowledgements. */
struct proxy {
    struct tri_finish base; /* pending: activities here; the lock is needed to change it to 0 */
    uint64_t finish;        /* its address at home */
    struct proxy *next;
    int parent;       /* the place whose message made it */
    long outstanding; /* messages that are not acknowledged */
    long owed[];      /* by place: messages that are to be acknowledged, but for the first one */
};

enum { CHAINS = 256 };

static struct proxy *chains[CHAINS];
static struct proxy *spare; /* the last one that was removed */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static bool is_proxy(const struct tri_finish *finish)
{
    return finish->home != segment_here();
}

static struct proxy **find(int home, uint64_t finish)
{
    struct proxy **at = &chains[(finish / 16 + (uint64_t)home * 31) % CHAINS];
    while (*at && ((*at)->finish != finish || (*at)->base.home != home))
        at = &(*at)->next;
    return at;
}

void finish_name(const struct tri_finish *finish, struct message *message)
{
    message->finish_home = (uint16_t)finish->home;
    message->finish =
        is_proxy(finish) ? ((const struct proxy *)finish)->finish : (uint64_t)(uintptr_t)finish;
}

void finish_add(struct tri_finish *finish)
{
    __atomic_add_fetch(&finish->pending, 1, __ATOMIC_RELAXED);
}

void finish_add_elsewhere(struct tri_finish *finish)
{
    if (!is_proxy(finish)) {
        finish_add(finish);
        return;
    }
    pthread_mutex_lock(&lock);
    ((struct proxy *)finish)->outstanding++;
    pthread_mutex_unlock(&lock);
}

/* Subtracts from the counter of a finish of this place; it may be gone afterwards. */
static void subtract(struct tri_finish *finish, long count)
{
    if (__atomic_sub_fetch(&finish->pending, count, __ATOMIC_SEQ_CST) == 0)
        bell_tell();
}

static void acknowledge(const struct proxy *proxy, int place, long count)
{
    struct message message = {.kind = MESSAGE_ACK, .count = count};
    finish_name(&proxy->base, &message);
    if (count)
        post_send_later(place, &message);
}

/* Acknowledges what can be acknowledged, if there are no activities here; removes the proxy if
 * nothing is left of it. Returns what `place`, which gets no message, is to be told. Needs the
 * lock.
 */
static long settle(struct proxy *proxy, int place)
{
    if (__atomic_load_n(&proxy->base.pending, __ATOMIC_ACQUIRE) != 0)
        return 0;
    bool is_over = proxy->outstanding == 0;
    long told = 0;
    if (is_over)
        proxy->owed[proxy->parent]++;
    for (int i = 0; i < segment_places(); i++) {
        if (i == place)
            told = proxy->owed[i];
        else
            acknowledge(proxy, i, proxy->owed[i]);
        proxy->owed[i] = 0;
    }
    if (is_over) {
        *find(proxy->base.home, proxy->finish) = proxy->next;
        free(spare);
        spare = proxy;
    }
    return told;
}

/* Counts down without the lock while another activity is left; false if this is the last one. */
static bool leave_others(struct tri_finish *finish)
{
    long pending = __atomic_load_n(&finish->pending, __ATOMIC_RELAXED);
    while (pending > 1) {
        if (__atomic_compare_exchange_n(&finish->pending, &pending, pending - 1, true,
                                        __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
            return true;
    }
    return false;
}

long finish_done_for(struct tri_finish *finish, int place)
{
    if (!is_proxy(finish)) {
        subtract(finish, 1);
        return 0;
    }
    if (leave_others(finish))
        return 0;
    pthread_mutex_lock(&lock);
    __atomic_sub_fetch(&finish->pending, 1, __ATOMIC_ACQ_REL);
    long told = settle((struct proxy *)finish, place);
    pthread_mutex_unlock(&lock);
    post_send_rest();
    return told;
}

void finish_done(struct tri_finish *finish)
{
    finish_done_for(finish, -1);
}

static struct proxy *new_proxy(const struct finish_name *name)
{
    size_t places = (size_t)segment_places();
    struct proxy *proxy = spare;
    if (proxy)
        memset(proxy, 0, sizeof *proxy); /* it owes nothing */
    else
        proxy = calloc(1, sizeof *proxy + places * sizeof proxy->owed[0]);
    spare = NULL;
    if (!proxy)
        fatal("no memory for a finish of place %d", name->home);
    proxy->base.home = name->home;
    proxy->finish = name->finish;
    proxy->parent = name->from;
    return proxy;
}

struct tri_finish *finish_arrive(const struct finish_name *name)
{
    if (name->home == segment_here()) {
        struct tri_finish *finish = (struct tri_finish *)(uintptr_t)name->finish;
        struct message answer = {.kind = MESSAGE_ACK, .count = 1};
        finish_add(finish);
        finish_name(finish, &answer);
        post_send_later(name->from, &answer);
        return finish;
    }
    pthread_mutex_lock(&lock);
    struct proxy **at = find(name->home, name->finish), *proxy = *at;
    if (proxy)
        proxy->owed[name->from]++;
    else
        proxy = *at = new_proxy(name);
    finish_add(&proxy->base);
    pthread_mutex_unlock(&lock);
    return &proxy->base;
}

void finish_acknowledged(const struct message *message)
{
    if (!message->count)
        return;
    if (message->finish_home == segment_here()) {
        subtract((struct tri_finish *)(uintptr_t)message->finish, message->count);
        return;
    }
    pthread_mutex_lock(&lock);
    struct proxy *proxy = *find(message->finish_home, message->finish);
    if (proxy) {
        proxy->outstanding -= message->count;
        settle(proxy, -1);
    }
    pthread_mutex_unlock(&lock);
}
