/* port.c: see port.h */
#include "serve/port.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

/* An address of either family. */
struct socket_address {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    };
    socklen_t size;
};

/* Reads an address. False if it is none. */
static bool read_address(struct socket_address *to, const char *text, unsigned port)
{
    *to = (struct socket_address){.size = sizeof to->six};
    to->six.sin6_family = AF_INET6;
    to->six.sin6_port = htons((uint16_t)port);
    if (inet_pton(AF_INET6, text, &to->six.sin6_addr) == 1)
        return true;
    *to = (struct socket_address){.size = sizeof to->four};
    to->four.sin_family = AF_INET;
    to->four.sin_port = htons((uint16_t)port);
    return inet_pton(AF_INET, text, &to->four.sin_addr) == 1;
}

/* Finds out whether a port can be listened on; for port 0, finds one. */
static bool find_port(const char *text, unsigned *port, int *problem)
{
    struct socket_address address;
    *problem = EINVAL;
    if (!read_address(&address, text, *port))
        return false;
    int fd = socket(address.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (fd >= 0)
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    bool good = fd >= 0 && !bind(fd, &address.any, address.size) && !listen(fd, 1) &&
                !getsockname(fd, &address.any, &address.size);
    *problem = errno;
    *port =
        ntohs(address.any.sa_family == AF_INET6 ? address.six.sin6_port : address.four.sin_port);
    if (fd >= 0)
        close(fd);
    return good;
}

bool serve_port_choose(const char *address, unsigned wanted, unsigned *port, struct error *error)
{
    int problem;
    *port = wanted ? wanted : SERVE_PORT;
    if (find_port(address, port, &problem))
        return true;
    if (problem == EINVAL || problem == EADDRNOTAVAIL)
        return error_set(error,
                         "%s is no address of this machine; --bind takes one such as "
                         "127.0.0.1, or 0.0.0.0 for all",
                         address);
    *port = 0;
    if (!wanted && problem == EADDRINUSE && find_port(address, port, &problem))
        return true;
    errno = problem;
    if (problem == EADDRINUSE)
        return error_set(error,
                         "port %u is taken by another program; choose another one with "
                         "--port, or leave --port out to get a free one",
                         wanted);
    return error_errno(error, "port %u cannot be used", wanted);
}

void serve_port_knock(const char *address, unsigned port)
{
    struct socket_address to;
    bool good = read_address(&to, address, port);
    int fd = good ? socket(to.any.sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0) : -1;
    if (fd < 0)
        return;
    (void)!connect(fd, &to.any, to.size);
    close(fd);
}
