/* wires.c: see wires.h */
#include "places/wires.h"

#include "places/arrival.h"
#include "places/bell.h"
#include "places/fatal.h"
#include "places/segment.h"

#include <errno.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum {
    BUFFER = 64 << 10, /* bytes: many small messages are received at once */
    READY = 16,        /* sockets that are looked at in one step */
    GONE = 10,         /* seconds in which the end of a place becomes known */
};

/* A connection to a place. */
struct wire {
    int fd;
    bool locked; /* somebody sends */
    bool lost;
    size_t used; /* bytes in the buffer: the beginning of a message */
    struct arrival arrival;
    char *buffer;
};

static struct wire *wires; /* one per place */
static int epoll = -1;
static bool (*receive_meanwhile)(void);

/* The thread that waits while workers sleep. */
enum { IDLE, WATCHING, STOPPING };
static uint32_t state; /* a futex */
static int stop_event = -1;
static pthread_t thread;
static bool has_thread;

void wires_add(int place, int fd)
{
    if (!wires)
        wires = calloc((size_t)segment_places(), sizeof *wires);
    if (epoll < 0)
        epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)place};
    char *buffer = malloc(BUFFER);
    if (!wires || !buffer)
        fatal("no memory for the connection to place %d", place);
    if (epoll < 0 || epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        fatal("cannot wait for messages of place %d: %s", place, strerror(errno));
    wires[place] = (struct wire){.fd = fd, .buffer = buffer};
}

bool wires_has(int place)
{
    return wires && wires[place].buffer;
}

/* Waits until the end of another place has ended this one, too: the watcher knows more about it. */
static void wait_for_end(int place, int error)
{
    for (int i = 0; i < GONE * 100 && !segment_has_ended(); i++)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    if (!segment_has_ended())
        fatal("the connection to place %d is lost: %s", place,
              error ? strerror(error) : "it was closed");
}

/* A connection was closed. That a process has ended is noticed elsewhere; the network may have
 * failed, too. */
static void lose(int place, struct wire *wire, int error)
{
    epoll_ctl(epoll, EPOLL_CTL_DEL, wire->fd, NULL);
    __atomic_store_n(&wire->lost, true, __ATOMIC_RELAXED);
    if (error && error != ECONNRESET && error != EPIPE && !segment_has_ended())
        fatal("the connection to place %d is lost: %s", place, strerror(error));
}

/* Waits until a socket takes more bytes; receives meanwhile. */
static void wait_for_room(int fd)
{
    struct pollfd polled[] = {{.fd = fd, .events = POLLOUT}, {.fd = epoll, .events = POLLIN}};
    if (!receive_meanwhile())
        poll(polled, 2, 1); /* rings have no descriptor: not for long */
}

/* Sends what the socket takes. The answer comes after that, but ThreadSanitizer would see the data
 * being read after ARRIVAL_SENT(): it does not look into system calls that are made directly. */
static ssize_t send_some(int fd, const struct msghdr *all)
{
#ifdef __SANITIZE_THREAD__
    return syscall(SYS_sendmsg, fd, all, MSG_NOSIGNAL | MSG_DONTWAIT);
#else
    return sendmsg(fd, all, MSG_NOSIGNAL | MSG_DONTWAIT);
#endif
}

void wires_send(int to, const struct message *message, const void *data)
{
    struct wire *wire = &wires[to];
    while (__atomic_load_n(&wire->locked, __ATOMIC_RELAXED) ||
           __atomic_exchange_n(&wire->locked, true, __ATOMIC_ACQUIRE)) {
        if (!receive_meanwhile()) /* its holder may wait for somebody who waits for us */
            sched_yield();
    }
    struct iovec parts[2] = {{(void *)(uintptr_t)message, MESSAGE_WIRE},
                             {(void *)(uintptr_t)data, message->size}};
    struct msghdr all = {.msg_iov = parts, .msg_iovlen = message->size ? 2 : 1};
    ARRIVAL_SENT();
    while (all.msg_iovlen && !__atomic_load_n(&wire->lost, __ATOMIC_RELAXED)) {
        ssize_t sent = send_some(wire->fd, &all);
        if (sent < 0 && errno == EAGAIN)
            wait_for_room(wire->fd);
        else if (sent < 0 && errno != EINTR)
            wait_for_end(to, errno);
        for (size_t left = sent > 0 ? (size_t)sent : 0; all.msg_iovlen && left;) {
            size_t part = left < all.msg_iov->iov_len ? left : all.msg_iov->iov_len;
            all.msg_iov->iov_base = (char *)all.msg_iov->iov_base + part;
            all.msg_iov->iov_len -= part;
            left -= part;
            if (!all.msg_iov->iov_len) {
                all.msg_iov++;
                all.msg_iovlen--;
            }
        }
        if (sent < 0 && segment_has_ended())
            break;
    }
    if (__atomic_load_n(&wire->lost, __ATOMIC_RELAXED) && !segment_has_ended())
        wait_for_end(to, 0);
    __atomic_store_n(&wire->locked, false, __ATOMIC_RELEASE);
}

/* Takes the messages that are in the buffer. */
static void take_buffered(int from, struct wire *wire)
{
    size_t at = 0;
    while (wire->used - at >= MESSAGE_WIRE) {
        struct arrival *arrival = &wire->arrival;
        arrival_begin(arrival, from, wire->buffer + at);
        at += MESSAGE_WIRE;
        size_t here = wire->used - at < arrival->left ? wire->used - at : (size_t)arrival->left;
        if (here)
            memcpy(arrival->data, wire->buffer + at, here);
        at += here;
        if (here || !arrival->left)
            arrival_add(arrival, here);
    }
    wire->used -= at;
    memmove(wire->buffer, wire->buffer + at, wire->used);
}

/* Receives from one place. Data go where they belong, without a copy in between, and what follows
 * into the buffer. */
static bool read_wire(int from, struct wire *wire)
{
    bool any = false;
    for (size_t got, room; !wire->lost;) {
        struct iovec parts[2];
        int count = 0;
        size_t direct = (size_t)wire->arrival.left;
        if (direct)
            parts[count++] = (struct iovec){wire->arrival.data, direct};
        parts[count++] = (struct iovec){wire->buffer + wire->used, BUFFER - wire->used};
        room = direct + BUFFER - wire->used;
        ssize_t now = readv(wire->fd, parts, count);
        if (now < 0 && (errno == EAGAIN || errno == EINTR))
            break;
        if (now <= 0) {
            lose(from, wire, now < 0 ? errno : 0);
            break;
        }
        got = (size_t)now;
        any = true;
        ARRIVAL_RECEIVED();
        size_t here = got < direct ? got : direct;
        if (here)
            arrival_add(&wire->arrival, here);
        wire->used += got - here;
        take_buffered(from, wire);
        if (got < room)
            break;
    }
    return any;
}

bool wires_read(void)
{
    struct epoll_event ready[READY];
    bool any = false;
    int count = epoll_wait(epoll, ready, READY, 0);
    for (int i = 0; i < count; i++)
        any |= read_wire((int)ready[i].data.u32, &wires[ready[i].data.u32]);
    return any;
}

bool wires_have_news(void)
{
    struct epoll_event ready;
    return epoll_wait(epoll, &ready, 1, 0) > 0;
}

/* Why no wake-up is lost: a worker that goes to sleep is counted as a sleeper first, and then lets
 * the thread watch; the thread stops to watch first, and then calls a sleeper. If it calls none
 * because somebody searches, that one looks into the sockets, or lets it watch again when it goes
 * to sleep or ends its search. */
void wires_watch(void)
{
    uint32_t idle = IDLE;
    if (__atomic_load_n(&state, __ATOMIC_SEQ_CST) == IDLE &&
        __atomic_compare_exchange_n(&state, &idle, WATCHING, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST))
        syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *watch(void *unused)
{
    struct pollfd polled[] = {{.fd = epoll, .events = POLLIN},
                              {.fd = stop_event, .events = POLLIN}};
    for (;;) {
        uint32_t now;
        while ((now = __atomic_load_n(&state, __ATOMIC_SEQ_CST)) == IDLE)
            syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, IDLE, NULL, NULL, 0);
        if (now == STOPPING || (poll(polled, 2, -1) > 0 && polled[1].revents))
            return unused;
        uint32_t watching = WATCHING;
        __atomic_compare_exchange_n(&state, &watching, IDLE, false, __ATOMIC_SEQ_CST,
                                    __ATOMIC_SEQ_CST);
        bell_call(segment_here());
    }
}

void wires_start(bool (*meanwhile)(void))
{
    sigset_t all, before;
    receive_meanwhile = meanwhile;
    stop_event = eventfd(0, EFD_CLOEXEC);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    has_thread = pthread_create(&thread, NULL, watch, NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!has_thread || stop_event < 0)
        fatal("cannot start the thread that waits for messages of other machines");
}

void wires_stop(void)
{
    if (!has_thread)
        return;
    __atomic_store_n(&state, STOPPING, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    if (eventfd_write(stop_event, 1) == 0)
        pthread_join(thread, NULL);
    has_thread = false;
}
