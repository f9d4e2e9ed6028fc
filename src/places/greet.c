/* greet.c: see greet.h */
#include "places/greet.h"

#include "util/hmac.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdbool.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { NONCE = 32, PENDING = 32, HURRY = 5000 /* ms for a stranger */, LOOK_AGAIN = 500 };

static const char magic[8] = "TRIPLAC2";

struct hello {
    char magic[sizeof magic];
    struct greeting greeting;
    unsigned char nonce[NONCE];
};

struct answer {
    unsigned char nonce[NONCE], proof[SHA256_SIZE];
};

int64_t greet_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void prove(const unsigned char *secret, const char side[8], const struct hello *hello,
                  const unsigned char nonce[NONCE], unsigned char proof[SHA256_SIZE])
{
    unsigned char text[8 + sizeof *hello + NONCE];
    memcpy(text, side, 8);
    memcpy(text + 8, hello, sizeof *hello);
    memcpy(text + 8 + sizeof *hello, nonce, NONCE);
    hmac_sha256(secret, GREET_SECRET, text, sizeof text, proof);
}

static bool make_nonce(unsigned char nonce[NONCE])
{
    return getrandom(nonce, NONCE, 0) == NONCE;
}

/* Waits until a socket is ready. False with errno. */
static bool wait_for(int fd, short events, int64_t end)
{
    for (;;) {
        int64_t left = end - greet_now();
        struct pollfd asked = {.fd = fd, .events = events};
        int count = poll(&asked, 1, left > 0 ? (int)left : 0);
        if (count > 0)
            return true;
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            errno = ETIMEDOUT;
        return false;
    }
}

int greet_send(int fd, const void *bytes, size_t size, int patience)
{
    int64_t end = greet_now() + patience;
    for (size_t done = 0; done < size;) {
        ssize_t now =
            send(fd, (const char *)bytes + done, size - done, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (now >= 0)
            done += (size_t)now;
        else if (errno != EINTR && (errno != EAGAIN || !wait_for(fd, POLLOUT, end)))
            return -1;
    }
    return 0;
}

int greet_receive(int fd, void *bytes, size_t size, int patience)
{
    int64_t end = greet_now() + patience;
    for (size_t done = 0; done < size;) {
        ssize_t now = recv(fd, (char *)bytes + done, size - done, MSG_DONTWAIT);
        if (now == 0) {
            errno = ECONNRESET;
            return -1;
        }
        if (now > 0)
            done += (size_t)now;
        else if (errno != EINTR && (errno != EAGAIN || !wait_for(fd, POLLIN, end)))
            return -1;
    }
    return 0;
}

/* Lets small messages go at once, and notices after half a minute that a machine is gone. */
static void set_options(int fd)
{
    static const struct {
        int level, name, value;
    } options[] = {{IPPROTO_TCP, TCP_NODELAY, 1},   {SOL_SOCKET, SO_KEEPALIVE, 1},
                   {IPPROTO_TCP, TCP_KEEPIDLE, 10}, {IPPROTO_TCP, TCP_KEEPINTVL, 5},
                   {IPPROTO_TCP, TCP_KEEPCNT, 4},   {IPPROTO_TCP, TCP_USER_TIMEOUT, 30000}};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        setsockopt(fd, options[i].level, options[i].name, &options[i].value, sizeof(int));
}

int greet_listen(uint16_t *port)
{
    struct sockaddr_in6 both = {.sin6_family = AF_INET6, .sin6_port = htons(*port)};
    struct sockaddr_in old = {.sin_family = AF_INET, .sin_port = htons(*port)};
    struct sockaddr *address = (struct sockaddr *)&both;
    socklen_t size = sizeof both;
    int no = 0, yes = 1, fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0) {
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    }
    if (fd < 0 || bind(fd, address, size) != 0) { /* a machine without IPv6 */
        if (fd >= 0)
            close(fd);
        address = (struct sockaddr *)&old;
        size = sizeof old;
        fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (fd < 0)
            return -1;
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
        if (bind(fd, address, size) != 0) {
            close(fd);
            return -1;
        }
    }
    if (listen(fd, SOMAXCONN) != 0 || getsockname(fd, address, &size) != 0) {
        close(fd);
        return -1;
    }
    *port = ntohs(address->sa_family == AF_INET6 ? both.sin6_port : old.sin_port);
    return fd;
}

/* Returns a socket that is connected, or -1 with errno. */
static int connect_to(const char *text, uint16_t port, int64_t end)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
    bool is_six = inet_pton(AF_INET6, text, &six.sin6_addr) == 1;
    if (!is_six && inet_pton(AF_INET, text, &four.sin_addr) != 1) {
        errno = EINVAL;
        return -1;
    }
    const struct sockaddr *address =
        is_six ? (const struct sockaddr *)&six : (const struct sockaddr *)&four;
    int fd = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return -1;
    int error = 0;
    socklen_t size = sizeof error;
    if (connect(fd, address, is_six ? sizeof six : sizeof four) == 0 ||
        (errno == EINPROGRESS && wait_for(fd, POLLOUT, end) &&
         getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size) == 0 && !error)) {
        set_options(fd);
        return fd;
    }
    error = error ? error : errno;
    close(fd);
    errno = error;
    return -1;
}

/* The side that connects: true if the other one knows the secret, and is told the same. */
static bool introduce(int fd, const struct greeting *greeting, const unsigned char *secret,
                      int patience)
{
    struct hello hello = {.greeting = *greeting};
    struct answer answer;
    unsigned char proof[SHA256_SIZE];
    memcpy(hello.magic, magic, sizeof magic);
    if (!make_nonce(hello.nonce) || greet_send(fd, &hello, sizeof hello, patience) != 0 ||
        greet_receive(fd, &answer, sizeof answer, patience) != 0)
        return false;
    prove(secret, "listen ", &hello, answer.nonce, proof);
    if (!hmac_equal(answer.proof, proof)) {
        errno = EPROTO;
        return false;
    }
    prove(secret, "connect", &hello, answer.nonce, proof);
    return greet_send(fd, proof, sizeof proof, patience) == 0;
}

int greet_connect(const char *address, uint16_t port, const struct greeting *greeting,
                  const unsigned char secret[GREET_SECRET], int patience)
{
    int64_t end = greet_now() + patience;
    int fd = connect_to(address, port, end);
    if (fd < 0 || introduce(fd, greeting, secret, (int)(end - greet_now())))
        return fd;
    int error = errno;
    close(fd);
    errno = error;
    return -1;
}

/* A connection whose other side has proved nothing yet. */
struct pending {
    int fd;
    int64_t since;
    size_t used;
    bool challenged; /* the answer was sent */
    struct hello hello;
    unsigned char nonce[NONCE], proof[SHA256_SIZE];
};

static void drop(struct pending *pending)
{
    close(pending->fd);
    pending->fd = -1;
}

/* Drops those that took too long. Returns room for one more, or NULL. */
static struct pending *find_room(struct pending pending[PENDING])
{
    struct pending *room = NULL;
    for (size_t i = 0; i < PENDING; i++) {
        if (pending[i].fd >= 0 && greet_now() - pending[i].since > HURRY)
            drop(&pending[i]);
        if (pending[i].fd < 0)
            room = &pending[i];
    }
    return room;
}

static void accept_one(int listener, struct pending *room)
{
    int fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0)
        return;
    set_options(fd);
    *room = (struct pending){.fd = fd, .since = greet_now()};
}

static bool send_answer(struct pending *pending, const unsigned char *secret)
{
    struct answer answer;
    if (!make_nonce(answer.nonce))
        return false;
    memcpy(pending->nonce, answer.nonce, NONCE);
    prove(secret, "listen ", &pending->hello, answer.nonce, answer.proof);
    return send(pending->fd, &answer, sizeof answer, MSG_NOSIGNAL) == (ssize_t)sizeof answer;
}

/* Takes what has come. True if the other side has proved that it knows the secret. */
static bool take(struct pending *pending, int here, const unsigned char *secret)
{
    unsigned char proof[SHA256_SIZE];
    char *to = pending->challenged ? (char *)pending->proof : (char *)&pending->hello;
    size_t need = pending->challenged ? sizeof pending->proof : sizeof pending->hello;
    ssize_t now = recv(pending->fd, to + pending->used, need - pending->used, 0);
    if (now < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    pending->used += now > 0 ? (size_t)now : 0;
    if (now <= 0) {
        drop(pending);
    } else if (pending->used == need && !pending->challenged) {
        pending->challenged = true;
        pending->used = 0;
        if (memcmp(pending->hello.magic, magic, sizeof magic) != 0 ||
            pending->hello.greeting.to != here || !send_answer(pending, secret))
            drop(pending);
    } else if (pending->used == need) {
        prove(secret, "connect", &pending->hello, pending->nonce, proof);
        if (hmac_equal(pending->proof, proof))
            return true;
        drop(pending);
    }
    return false;
}

/* Those that have begun to prove themselves are kept for the next call. */
static struct pending all_pending[PENDING];
static int served = -1; /* the listener that they have come to */

void greet_close(int listener)
{
    for (size_t i = 0; served == listener && i < PENDING; i++) {
        if (all_pending[i].fd >= 0)
            drop(&all_pending[i]);
    }
    if (served == listener)
        served = -1;
    close(listener);
}

int greet_accept(int listener, int here, const unsigned char secret[GREET_SECRET],
                 struct greeting *greeting, int patience)
{
    struct pending *pending = all_pending;
    int64_t end = greet_now() + patience;
    for (size_t i = 0; served != listener && i < PENDING; i++)
        pending[i].fd = -1;
    served = listener;
    for (;;) {
        struct pollfd polled[PENDING + 1];
        struct pending *room = find_room(pending); /* without it, others wait at the door */
        for (size_t i = 0; i < PENDING; i++)
            polled[i] = (struct pollfd){.fd = pending[i].fd, .events = POLLIN};
        polled[PENDING] = (struct pollfd){.fd = room ? listener : -1, .events = POLLIN};
        int64_t left = end - greet_now();
        if (left <= 0) {
            errno = ETIMEDOUT;
            return -1;
        }
        poll(polled, PENDING + 1, left < LOOK_AGAIN ? (int)left : LOOK_AGAIN);
        for (size_t i = 0; i < PENDING; i++) {
            if (polled[i].revents && take(&pending[i], here, secret)) {
                int fd = pending[i].fd;
                pending[i].fd = -1;
                *greeting = pending[i].hello.greeting;
                return fd;
            }
        }
        if (polled[PENDING].revents)
            accept_one(listener, room);
    }
}
