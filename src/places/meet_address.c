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

enum {
    PATIENCE = 60000,
    AGAIN = 100,
    ONE = 10000,
    EACH = 3000 /* of several addresses */
};              /* ms */

/* In a program that is linked statically, addresses are numbers. */
#pragma weak getaddrinfo
#pragma weak freeaddrinfo

enum { MOST = 8 }; /* addresses of a host */

/* Finds the addresses of a host, in numbers. Returns how many there are. */
static size_t look_up(const char *host, char addresses[MOST][CARD_ADDRESS])
{
    const struct addrinfo hints = {.ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    size_t count = 0;
    snprintf(addresses[0], CARD_ADDRESS, "%.45s", host);
    if (!getaddrinfo || getaddrinfo(host, NULL, &hints, &list) != 0)
        return !getaddrinfo;
    for (const struct addrinfo *one = list; one && count < MOST; one = one->ai_next) {
        const void *at = one->ai_addr;
        const void *number = one->ai_family == AF_INET6
                                 ? (const void *)&((const struct sockaddr_in6 *)at)->sin6_addr
                                 : (const void *)&((const struct sockaddr_in *)at)->sin_addr;
        if ((one->ai_family == AF_INET6 || one->ai_family == AF_INET) &&
            inet_ntop(one->ai_family, number, addresses[count], CARD_ADDRESS))
            count++;
    }
    freeaddrinfo(list);
    return count;
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
                         char (*all)[CARD_TEXT], char why[MEET_WHY])
{
    int come = 0, listener = greet_listen(&port);
    int *sockets = malloc((size_t)places * sizeof *sockets);
    for (int i = 0; sockets && i < places; i++)
        sockets[i] = -1;
    if (listener < 0)
        snprintf(why, MEET_WHY, "cannot listen at port %u: %s", port, strerror(errno));
    while (sockets && listener >= 0 && come < places - 1) {
        struct greeting who;
        int fd = greet_accept(listener, 0, secret, &who, PATIENCE);
        if (fd < 0) {
            snprintf(why, MEET_WHY, "%d of %d places have come to port %u within a minute",
                     come + 1, places, port);
            break;
        }
        if (who.use >> GREET_PLACES != (unsigned)places) {
            snprintf(why, MEET_WHY, "place %d has TRI_PLACES=%u, place 0 has TRI_PLACES=%d",
                     who.from, who.use >> GREET_PLACES, places);
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
            snprintf(why, MEET_WHY, "place %d has come, and left again", i);
        close(sockets[i]);
    }
    if (listener >= 0)
        greet_close(listener);
    free(sockets);
    return done && !why[0];
}

/* Tries all addresses of place 0 once. Returns the socket, or -1 with what has failed;
 * `is_stranger`: somebody is there who does not know the secret. */
static int try_addresses(char addresses[MOST][CARD_ADDRESS], size_t count, uint16_t port,
                         const struct greeting *greeting, const unsigned char *secret,
                         char failed[MEET_WHY], bool *is_stranger)
{
    size_t used = 0;
    *is_stranger = false;
    for (size_t i = 0; i < count; i++) {
        int fd = greet_connect(addresses[i], port, greeting, secret, count > 1 ? EACH : ONE);
        if (fd >= 0)
            return fd;
        *is_stranger |= errno == EPROTO;
        int length =
            snprintf(failed + used, MEET_WHY - used, "%s%s: %s", used ? "; " : "", addresses[i],
                     errno == EPROTO ? "its TRI_PLACES_SECRET is another one" : strerror(errno));
        used += length > 0 && (size_t)length < MEET_WHY - used ? (size_t)length : 0;
    }
    return -1;
}

/* Connects to place 0, which may come later. */
static int find_meeting(int here, int places, const char *host, uint16_t port,
                        const unsigned char *secret, char why[MEET_WHY])
{
    char addresses[MOST][CARD_ADDRESS], failed[MEET_WHY];
    size_t count = look_up(host, addresses);
    int64_t end = greet_now() + PATIENCE;
    const struct greeting greeting = {here, 0, GREET_MEETING | (unsigned)places << GREET_PLACES};
    if (!count) {
        snprintf(why, MEET_WHY, "the host %.100s of TRI_PLACES_MEET is not known", host);
        return -1;
    }
    for (;;) {
        bool is_stranger;
        int fd = try_addresses(addresses, count, port, &greeting, secret, failed, &is_stranger);
        if (fd >= 0)
            return fd;
        if (is_stranger || greet_now() >= end)
            break;
        nanosleep(&(struct timespec){.tv_nsec = AGAIN * 1000000L}, NULL);
    }
    snprintf(why, MEET_WHY, "cannot meet place 0 at %.100s, port %u (%.350s)", host, port, failed);
    return -1;
}

static bool visit_meeting(int here, int places, const char *host, uint16_t port,
                          const unsigned char *secret, char (*all)[CARD_TEXT], char why[MEET_WHY])
{
    int fd = find_meeting(here, places, host, port, secret, why);
    if (fd < 0)
        return false;
    bool done = greet_send(fd, all[here], CARD_TEXT, ONE) == 0 &&
                greet_receive(fd, all, (size_t)places * CARD_TEXT, PATIENCE) == 0;
    if (!done)
        snprintf(why, MEET_WHY, "place 0 at %.100s, port %u has left before all places had come",
                 host, port);
    close(fd);
    return done;
}

bool meet_at_address(int here, int places, const char *address, const char *secret,
                     const char *mine, char (*all)[CARD_TEXT], char why[MEET_WHY])
{
    char host[256];
    uint16_t port;
    struct sha256 sha;
    unsigned char key[SHA256_SIZE];
    why[0] = '\0';
    if (!read_address(address, host, &port)) {
        snprintf(why, MEET_WHY, "TRI_PLACES_MEET=%.100s: it must be HOST:PORT", address);
        return false;
    }
    sha256_begin(&sha);
    sha256_add(&sha, secret, strlen(secret));
    sha256_end(&sha, key);
    snprintf(all[here], CARD_TEXT, "%s", mine);
    return here == 0 ? host_meeting(places, port, key, all, why)
                     : visit_meeting(here, places, host, port, key, all, why);
}
