/* patience.c: see patience.h */
#include "script/agents/patience.h"

#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    LONGEST = 30, /* s */
    LOOK = 200,   /* ms between signs of life */
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void script_agents_patience_begin(struct script_agents_patience *patience)
{
    patience->end = now() + LONGEST * UINT64_C(1000000000);
}

static bool wait_for(int fd, short events, const struct script_agents_patience *patience)
{
    struct pollfd asked[] = {{.fd = fd, .events = events},
                             {.fd = patience->serve ? patience->also : -1, .events = POLLIN}};
    for (;;) {
        int count = poll(asked, 2, LOOK);
        if (count > 0 && asked[0].revents)
            return true;
        if (count > 0 && asked[1].revents && patience->serve)
            patience->serve(patience->owner);
        if (now() >= patience->end) {
            errno = ETIMEDOUT;
            return false;
        }
        if (patience->beat)
            patience->beat(patience->owner);
    }
}

static bool connect_one(int fd, const struct addrinfo *to,
                        const struct script_agents_patience *patience)
{
    int failed = 0;
    socklen_t size = sizeof failed;
    if (connect(fd, to->ai_addr, to->ai_addrlen) == 0)
        return true;
    if (errno != EINPROGRESS || !wait_for(fd, POLLOUT, patience) ||
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &failed, &size) != 0)
        return false;
    errno = failed;
    return !failed;
}

int script_agents_patience_connect(const struct addrinfo *list,
                                   const struct script_agents_patience *patience)
{
    for (; list; list = list->ai_next) {
        int fd = socket(list->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        if (fd < 0)
            continue;
        if (connect_one(fd, list, patience))
            return fd;
        int failed = errno;
        close(fd);
        errno = failed;
    }
    return -1;
}

bool script_agents_patience_send(int fd, const struct buffer *bytes,
                                 const struct script_agents_patience *patience)
{
    for (size_t done = 0; done < bytes->used;) {
        ssize_t size = send(fd, bytes->text + done, bytes->used - done, MSG_NOSIGNAL);
        if (size < 0 && errno == EAGAIN && wait_for(fd, POLLOUT, patience))
            continue;
        if (size < 0 && errno != EINTR)
            return false;
        done += size > 0 ? (size_t)size : 0;
    }
    return true;
}

bool script_agents_patience_receive(int fd, void *bytes, size_t size,
                                    const struct script_agents_patience *patience)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = recv(fd, (char *)bytes + done, size - done, 0);
        if (got < 0 && errno == EAGAIN && wait_for(fd, POLLIN, patience))
            continue;
        if (got == 0 || (got < 0 && errno != EINTR))
            return false;
        done += got > 0 ? (size_t)got : 0;
    }
    return true;
}

void script_agents_keep_alive(int fd, unsigned limit)
{
    enum { PROBES = 4 };
    const int on = 1, count = PROBES;
    const int idle = limit > 3 ? (int)(limit / 3) : 1;
    const int interval = limit > 2 * PROBES ? (int)(limit - limit / 3) / PROBES : 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
    setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
}
