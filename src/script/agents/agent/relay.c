/* relay.c: see relay.h */
#include "script/agents/agent/relay.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUDGET = 16 }; /* writes in a row, so that others get their turn */

struct relay *relay_new(int from, int to)
{
    struct relay *relay = memory_zeroed(1, sizeof *relay);
    relay->from = from;
    relay->to = to;
    relay->limit = UINT64_MAX;
    relay->owned = true;
    fcntl(from, F_SETFL, fcntl(from, F_GETFL) | O_NONBLOCK);
    fcntl(to, F_SETFL, fcntl(to, F_GETFL) | O_NONBLOCK);
    return relay;
}

void relay_close(struct relay *relay)
{
    if (relay->from >= 0)
        close(relay->from);
    if (relay->to >= 0)
        close(relay->to);
    relay->from = relay->to = -1;
    relay->start = relay->end = 0;
}

bool relay_asks(const struct relay *relay, struct pollfd *asked)
{
    *asked = (struct pollfd){.fd = -1};
    if (relay->to < 0)
        return false;
    if (relay->paused)
        return true;
    if (relay->start < relay->end)
        *asked = (struct pollfd){.fd = relay->to, .events = POLLOUT};
    else
        *asked = (struct pollfd){.fd = relay->from, .events = POLLIN};
    return true;
}

/* Fills the empty buffer. False: not now. */
static bool fill(struct relay *relay)
{
    uint64_t most = relay->limit - relay->moved;
    ssize_t size = 0;
    if (most)
        size = read(relay->from, relay->buffer, most < RELAY_ROOM ? (size_t)most : RELAY_ROOM);
    if (size < 0 && errno == EINTR)
        return true;
    if (size < 0 && errno == EAGAIN)
        return false;
    relay->broken |= size < 0;
    if (size <= 0) {
        relay_close(relay);
        return false;
    }
    relay->start = 0;
    relay->end = (size_t)size;
    return true;
}

void relay_pump(struct relay *relay)
{
    for (int turn = 0; turn < BUDGET && relay->to >= 0 && !relay->paused; turn++) {
        if (relay->start == relay->end && !fill(relay))
            return;
        if (relay->to < 0 || relay->start == relay->end)
            continue;
        ssize_t size = write(relay->to, relay->buffer + relay->start, relay->end - relay->start);
        if (size < 0 && errno == EAGAIN)
            return;
        if (size < 0 && errno != EINTR) { /* nobody reads it any more */
            relay_close(relay);
            return;
        }
        relay->start += size > 0 ? (size_t)size : 0;
        relay->moved += size > 0 ? (uint64_t)size : 0;
    }
}

uint64_t relay_finish(struct relay *relay)
{
    int ready = 0;
    struct stat status;
    if (relay->to < 0)
        return relay->moved;
    if (fstat(relay->from, &status) == 0 && S_ISREG(status.st_mode)) {
        relay->limit = (uint64_t)status.st_size;
        lseek(relay->from, 0, SEEK_SET);
        return relay->limit;
    }
    if (ioctl(relay->from, FIONREAD, &ready) != 0)
        ready = 0;
    relay->limit = relay->moved + (relay->end - relay->start) + (uint64_t)ready;
    return relay->limit;
}
