/* port.c: see port.h */
#include "script/agents/port.h"

#include "util/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection that is not yet trusted. */
struct pending {
    int fd; /* -1: free */
    uint64_t since;
    struct script_agents_handshake handshake;
    unsigned char bytes[AGENTS_HELLO_MOST + 4];
    size_t used;
    char from[64];
};

struct script_agents_port {
    int listen, epoll;
    uint16_t number;
    bool full; /* new connections are not waited for */
    unsigned char secret[AGENTS_SECRET];
    struct script_agents_port_listener listener;
    struct pending pending[AGENTS_PORT_PENDING];
};

static bool listen_at(struct script_agents_port *port, const char *address, struct error *error)
{
    struct sockaddr_in at = {.sin_family = AF_INET};
    socklen_t size = sizeof at;
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = AGENTS_PORT_PENDING};
    if (inet_pton(AF_INET, address, &at.sin_addr) != 1)
        return error_set(error, "%s is no address", address);
    port->listen = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    port->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (port->listen < 0 || port->epoll < 0 ||
        bind(port->listen, (struct sockaddr *)&at, sizeof at) != 0 ||
        listen(port->listen, SOMAXCONN) != 0 ||
        getsockname(port->listen, (struct sockaddr *)&at, &size) != 0 ||
        epoll_ctl(port->epoll, EPOLL_CTL_ADD, port->listen, &event) != 0)
        return error_errno(error, "cannot open a port for agents");
    port->number = ntohs(at.sin_port);
    return true;
}

struct script_agents_port *
script_agents_port_new(const char *address, const unsigned char secret[AGENTS_SECRET],
                       const struct script_agents_port_listener *listener, struct error *error)
{
    struct script_agents_port *port = memory_zeroed(1, sizeof *port);
    port->listen = port->epoll = -1;
    port->listener = *listener;
    memcpy(port->secret, secret, AGENTS_SECRET);
    for (size_t i = 0; i < AGENTS_PORT_PENDING; i++)
        port->pending[i].fd = -1;
    if (listen_at(port, address, error))
        return port;
    script_agents_port_free(port);
    return NULL;
}

void script_agents_port_free(struct script_agents_port *port)
{
    if (!port)
        return;
    for (size_t i = 0; i < AGENTS_PORT_PENDING; i++) {
        if (port->pending[i].fd >= 0)
            close(port->pending[i].fd);
    }
    if (port->listen >= 0)
        close(port->listen);
    if (port->epoll >= 0)
        close(port->epoll);
    explicit_bzero(port, sizeof *port);
    free(port);
}

uint16_t script_agents_port_number(const struct script_agents_port *port)
{
    return port->number;
}

int script_agents_port_descriptor(const struct script_agents_port *port)
{
    return port->epoll;
}

static void refuse(struct script_agents_port *port, struct pending *pending, const char *why)
{
    close(pending->fd);
    pending->fd = -1;
    port->listener.refused(port->listener.owner, pending->from, why);
}

/* Returns room for a connection: that of the oldest one if there is no other; NULL: that is too
 * young to be refused. */
static struct pending *find_room(struct script_agents_port *port, uint64_t now)
{
    struct pending *oldest = &port->pending[0];
    for (size_t i = 0; i < AGENTS_PORT_PENDING; i++) {
        if (port->pending[i].fd < 0)
            return &port->pending[i];
        if (port->pending[i].since < oldest->since)
            oldest = &port->pending[i];
    }
    if (now - oldest->since < AGENTS_PORT_HURRY * UINT64_C(1000000000))
        return NULL;
    refuse(port, oldest, "too many others came before it had proved anything");
    return oldest;
}

/* Accepts one connection. */
static bool accept_one(struct script_agents_port *port, uint64_t now)
{
    struct sockaddr_in from = {0};
    socklen_t size = sizeof from;
    char address[INET_ADDRSTRLEN] = "?";
    struct pollfd asked = {.fd = port->listen, .events = POLLIN};
    bool waits = poll(&asked, 1, 0) == 1;
    struct pending *pending = waits ? find_room(port, now) : NULL;
    port->full = waits && !pending;
    if (!pending)
        return false;
    int fd = accept4(port->listen, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) { /* without descriptors for it, it stays where it waits */
        port->full = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        return false;
    }
    *pending = (struct pending){.fd = fd, .since = now};
    inet_ntop(AF_INET, &from.sin_addr, address, sizeof address);
    snprintf(pending->from, sizeof pending->from, "%s, port %u", address, ntohs(from.sin_port));
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)(pending - port->pending)};
    if (epoll_ctl(port->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        refuse(port, pending, "it cannot be waited for");
    return true;
}

/* Hands a trusted connection over. */
static void hand_over(struct script_agents_port *port, struct pending *pending,
                      const struct script_agents_purpose *purpose)
{
    int fd = pending->fd;
    epoll_ctl(port->epoll, EPOLL_CTL_DEL, fd, NULL);
    pending->fd = -1;
    if (!port->listener.trusted(port->listener.owner, purpose, fd))
        close(fd);
}

/* Takes the one message that is there. */
static void take_message(struct script_agents_port *port, struct pending *pending,
                         struct script_agents_message *message)
{
    struct buffer answer = {0};
    struct script_agents_purpose purpose = {0};
    struct error error = {0};
    pending->used = 0;
    enum script_agents_handshake_state state = script_agents_handshake_take(
        &pending->handshake, port->secret, message, &answer, &purpose, &error);
    if (state != AGENTS_REFUSED && send(pending->fd, answer.text, answer.used, MSG_NOSIGNAL) !=
                                       (ssize_t)answer.used) { /* the buffer is empty: it fits */
        state = AGENTS_REFUSED;
        error_set(&error, "it does not take the answer");
    }
    buffer_free(&answer);
    if (state == AGENTS_REFUSED)
        refuse(port, pending, error.text);
    else if (state == AGENTS_TRUSTED)
        hand_over(port, pending, &purpose);
}

/* Receives what has come, but nothing behind the message that is waited for. */
static void receive(struct script_agents_port *port, struct pending *pending)
{
    struct script_agents_message message;
    while (pending->fd >= 0) {
        size_t need = 4;
        if (pending->used >= 4)
            need += (size_t)pending->bytes[2] << 8 | pending->bytes[3];
        ssize_t size = recv(pending->fd, pending->bytes + pending->used, need - pending->used, 0);
        if (size < 0 && (errno == EAGAIN || errno == EINTR))
            return;
        if (size <= 0) {
            refuse(port, pending, "it left before it had proved anything");
            return;
        }
        pending->used += (size_t)size;
        int64_t found =
            script_agents_message_find(pending->bytes, pending->used, AGENTS_HELLO_MOST, &message);
        if (found < 0)
            refuse(port, pending, "its message has an impossible length");
        else if (found > 0)
            take_message(port, pending, &message);
    }
}

static void expire(struct script_agents_port *port, uint64_t now)
{
    for (size_t i = 0; i < AGENTS_PORT_PENDING; i++) {
        struct pending *pending = &port->pending[i];
        if (pending->fd >= 0 && now - pending->since > AGENTS_PORT_PATIENCE * UINT64_C(1000000000))
            refuse(port, pending, "it proved nothing in time");
    }
}

/* Waits for new connections, unless there is no room for them. */
static void wait_for_others(struct script_agents_port *port)
{
    struct epoll_event event = {.events = port->full ? 0 : EPOLLIN,
                                .data.u32 = AGENTS_PORT_PENDING};
    epoll_ctl(port->epoll, EPOLL_CTL_MOD, port->listen, &event);
}

void script_agents_port_step(struct script_agents_port *port, uint64_t now)
{
    struct epoll_event events[AGENTS_PORT_PENDING + 1];
    int count = epoll_wait(port->epoll, events, AGENTS_PORT_PENDING + 1, 0);
    for (int i = 0; i < count; i++) {
        if (events[i].data.u32 < AGENTS_PORT_PENDING)
            receive(port, &port->pending[events[i].data.u32]);
    }
    expire(port, now);
    bool was_full = port->full;
    for (int i = 0; i < AGENTS_PORT_PENDING && accept_one(port, now); i++)
        continue;
    if (port->full != was_full)
        wait_for_others(port);
}
