/* life.c: see life.h */
#include "script/agents/agent/life.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <time.h>

enum { SIGNS = 8 }; /* within the limit */

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void life_begin(struct life *life, unsigned limit)
{
    life->interval = limit * UINT64_C(1000000000) / SIGNS;
    life->limit = (int)(limit * 750u);
    life->next = now();
}

int life_limit(const struct life *life)
{
    return life->limit;
}

bool life_is_due(struct life *life)
{
    uint64_t time = now();
    if (time < life->next)
        return false;
    life->next = time + life->interval;
    return true;
}

int life_wait(const struct life *life)
{
    uint64_t time = now();
    return time >= life->next ? 0 : (int)((life->next - time) / 1000000) + 1;
}

bool life_is_cut_off(const struct life *life, int fd)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 && info.tcpi_unacked &&
           info.tcpi_last_ack_recv > (unsigned)life->limit;
}
