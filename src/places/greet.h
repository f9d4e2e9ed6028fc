/* greet.h: connections between machines, whose two sides prove to each other that they know the
 * secret of the run.
 *
 *   who connects                            who listens
 *     hello      magic, from, to, use, a ──▶
 *                ◀── answer     b, HMAC(secret, "listen", hello, b)
 *     proof      HMAC(secret, "connect", hello, b) ──▶
 *
 * a and b are new random numbers in every connection, so that what was overheard is of no use. What
 * follows is neither encrypted nor signed. */
#ifndef PLACES_GREET_H
#define PLACES_GREET_H

#include <stddef.h>
#include <stdint.h>

enum { GREET_SECRET = 32 }; /* bytes */

/* What a connection is for. That of a meeting has the number of places, too: GREET_PLACES. */
enum greet_use { GREET_MESSAGES, GREET_CONTROL, GREET_MEETING };
enum { GREET_PLACES = 8 }; /* from this bit on */

struct greeting {
    int32_t from, to; /* places: of the one that connects, and of the one that listens */
    uint32_t use;     /* enum greet_use */
};

/* Listens at a port of all addresses of this machine; 0: any. Returns the socket and the port, or
 * -1 with errno. */
int greet_listen(uint16_t *port);

/* Connects to an address, in numbers. Returns the socket, or -1 with errno: EPROTO if the other
 * side does not know the secret, or is another place. `patience`: milliseconds. */
int greet_connect(const char *address, uint16_t port, const struct greeting *greeting,
                  const unsigned char secret[GREET_SECRET], int patience);

/* Waits for the next connection of somebody who knows the secret and asks for the place `here`.
 * Strangers are left waiting, and sent away. Returns the socket, or -1 with errno: ETIMEDOUT. */
int greet_accept(int listener, int here, const unsigned char secret[GREET_SECRET],
                 struct greeting *greeting, int patience);

/* Stops to listen, and sends those away who have not proved that they know the secret. */
void greet_close(int listener);

/* Sends and receives all bytes in time. 0, or -1 with errno; ECONNRESET if the other side is gone.
 */
int greet_send(int fd, const void *bytes, size_t size, int patience);
int greet_receive(int fd, void *bytes, size_t size, int patience);

/* Returns the milliseconds of a clock that only goes forward. */
int64_t greet_now(void);

#endif
