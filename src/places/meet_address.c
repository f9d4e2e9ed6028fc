/* meet_address.c: without a launcher. Place 0 listens at the address, collects the cards of the
 * others, and gives all of them to each. */
#include "places/meet.h"
#include "util/sha256.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE = 60000, AGAIN = 100, ONE = 10000 }; /* ms */

/* In a program that is linked statically, addresses are numbers. */
#pragma weak getaddrinfo
#pragma weak freeaddrinfo

/* Finds the address of a host, in numbers. */
static bool look_up(const char *host, char address[CARD_ADDRESS])
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    snprintf(address, CARD_ADDRESS, "%.45s", host);
    if (!getaddrinfo || getaddrinfo(host, NULL, &hints, &list) != 0 || !list)
        return !getaddrinfo;
    const struct sockaddr *first = list->ai_addr;
    if (first->sa_family == AF_INET6)
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *)(const void *)first)->sin6_addr, address,
                  CARD_ADDRESS);
    else
        inet_ntop(AF_INET, &((const struct sockaddr_in *)(const void *)first)->sin_addr, address,
                  CARD_ADDRESS);
    freeaddrinfo(list);
    return true;
}

/* Reads "HOST:PORT" or "[ADDRESS]:PORT". */
static bool read_address(const char *text, char host[256], uint16_t *port)
{
    const char *colon = strrchr(text, ':');
    char *end = NULL;
    unsigned long number = colon ? strtoul(colon + 1, &end, 10) : 0;
    if (!number || number > 65535 || *end || colon == text || colon - text > 255)
        return false;
    bool bracket = text[0] == '[' && colon[-1] == ']';
    snprintf(host, 256, "%.*s", (int)(colon - text) - 2 * bracket, text + bracket);
    *port = (uint16_t)number;
    return true;
}

/* Place 0: collects and hands out. */
static bool host_meeting(int places, uint16_t port, const unsigned char *secret,
                         char (*all)[CARD_TEXT], char why[200])
{
    int come = 0, listener = greet_listen(&port);
    int *sockets = malloc((size_t)places * sizeof *sockets);
    for (int i = 0; sockets && i < places; i++)
        sockets[i] = -1;
    if (listener < 0)
        snprintf(why, 200, "cannot listen at port %u: %s", port, strerror(errno));
    while (sockets && listener >= 0 && come < places - 1) {
        struct greeting who;
        int fd = greet_accept(listener, 0, secret, &who, PATIENCE);
        if (fd < 0) {
            snprintf(why, 200, "%d of %d places have come to port %u within a minute", come + 1,
                     places, port);
            break;
        }
        if (who.use >> GREET_PLACES != (unsigned)places) {
            snprintf(why, 200, "place %d has TRI_PLACES=%u, place 0 has TRI_PLACES=%d", who.from,
                     who.use >> GREET_PLACES, places);
            close(fd);
            break;
        }
        bool is_new = who.from > 0 && who.from < places && sockets[who.from] < 0;
        if (!is_new || greet_receive(fd, all[who.from], CARD_TEXT, ONE) != 0) {
            close(fd);
            continue;
        }
        all[who.from][CARD_TEXT - 1] = '\0';
        sockets[who.from] = fd;
        come++;
    }
    bool done = sockets && come == places - 1;
    for (int i = 1; sockets && i < places; i++) {
        if (sockets[i] < 0)
            continue;
        if (done && greet_send(sockets[i], all, (size_t)places * CARD_TEXT, ONE) != 0)
            snprintf(why, 200, "place %d has come, and left again", i);
        close(sockets[i]);
    }
    if (listener >= 0)
        greet_close(listener);
    free(sockets);
    return done && !why[0];
}

/* Others: place 0 may come later. */
static bool visit_meeting(int here, int places, const char *host, uint16_t port,
                          const unsigned char *secret, char (*all)[CARD_TEXT], char why[200])
{
    char address[CARD_ADDRESS];
    int64_t end = greet_now() + PATIENCE;
    const struct greeting greeting = {here, 0, GREET_MEETING | (unsigned)places << GREET_PLACES};
    if (!look_up(host, address)) {
        snprintf(why, 200, "the host %.100s of TRI_PLACES_MEET is not known", host);
        return false;
    }
    int fd = greet_connect(address, port, &greeting, secret, ONE);
    while (fd < 0 && errno != EPROTO && greet_now() < end) {
        nanosleep(&(struct timespec){.tv_nsec = AGAIN * 1000000L}, NULL);
        fd = greet_connect(address, port, &greeting, secret, ONE);
    }
    if (fd < 0) {
        snprintf(why, 200, "cannot meet place 0 at %.60s, port %u: %s", address, port,
                 errno == EPROTO ? "its TRI_PLACES_SECRET is another one" : strerror(errno));
        return false;
    }
    bool done = greet_send(fd, all[here], CARD_TEXT, ONE) == 0 &&
                greet_receive(fd, all, (size_t)places * CARD_TEXT, PATIENCE) == 0;
    if (!done)
        snprintf(why, 200, "place 0 at %.60s, port %u has left before all places had come", address,
                 port);
    close(fd);
    return done;
}

bool meet_at_address(int here, int places, const char *address, const char *secret,
                     const char *mine, char (*all)[CARD_TEXT], char why[200])
{
    char host[256];
    uint16_t port;
    struct sha256 sha;
    unsigned char key[SHA256_SIZE];
    why[0] = '\0';
    if (!read_address(address, host, &port)) {
        snprintf(why, 200, "TRI_PLACES_MEET=%.100s: it must be HOST:PORT", address);
        return false;
    }
    sha256_begin(&sha);
    sha256_add(&sha, secret, strlen(secret));
    sha256_end(&sha, key);
    snprintf(all[here], CARD_TEXT, "%s", mine);
    return here == 0 ? host_meeting(places, port, key, all, why)
                     : visit_meeting(here, places, host, port, key, all, why);
}
