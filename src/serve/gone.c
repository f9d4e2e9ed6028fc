/* gone.c: see gone.h. The web server does not tell its sockets; one is found by the port at its
 * other end. */
#include "serve/gone.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/socket.h>

static unsigned port_behind(int fd)
{
    struct sockaddr_storage peer = {0};
    socklen_t size = sizeof peer;
    if (getpeername(fd, (struct sockaddr *)&peer, &size))
        return 0;
    if (peer.ss_family == AF_INET)
        return ntohs(((struct sockaddr_in *)&peer)->sin_port);
    return peer.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&peer)->sin6_port) : 0;
}

static int find(unsigned port)
{
    int found = -1;
    DIR *all = opendir("/proc/self/fd");
    for (struct dirent *entry; all && found < 0 && (entry = readdir(all));) {
        int fd = atoi(entry->d_name);
        if (*entry->d_name != '.' && port_behind(fd) == port)
            found = fd;
    }
    if (all)
        closedir(all);
    return found;
}

bool serve_gone_is(struct serve_gone *client)
{
    char byte;
    if (!client->port)
        return false;
    if (client->fd < 0)
        client->fd = find(client->port);
    if (client->fd < 0)
        return true;
    ssize_t size = recv(client->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return size == 0 || (size < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR);
}
