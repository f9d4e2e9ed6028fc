/* network.c: see network.h */
#include "script/agents/network.h"

#include "script/agents/message.h"
#include "util/memory.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>

enum {
    ROUNDS = 5,        /* small messages: the fastest counts */
    LARGE = 256 << 10, /* bytes of the large message */
    LOOK = 10,         /* ms */
};

/* What is waited for. */
struct waiting {
    uint32_t agent, number;
    bool answered;
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void pong(void *owner, uint32_t agent, uint32_t number)
{
    struct waiting *waiting = owner;
    waiting->answered |= agent == waiting->agent && number == waiting->number;
}

/* Returns the seconds of a message with so many bytes and its answer; negative: not before `end`.
 */
static double round_trip(struct script_agents_fleet *fleet, struct waiting *waiting, size_t bytes,
                         double end)
{
    struct buffer message = {0};
    char *text = memory_zeroed(bytes + 1, 1);
    struct pollfd asked = {.fd = script_agents_fleet_descriptor(fleet), .events = POLLIN};
    for (size_t i = 0; i < bytes; i++)
        text[i] = 'x';
    size_t start = script_agents_message_begin(&message, AGENTS_PING);
    waiting->number++;
    waiting->answered = false;
    script_agents_message_number(&message, waiting->number);
    script_agents_message_text(&message, text);
    script_agents_message_finish(&message, start);
    double begun = now();
    script_agents_fleet_send(fleet, waiting->agent, &message);
    while (!waiting->answered && now() < end &&
           script_agents_fleet_is_there(fleet, waiting->agent)) {
        poll(&asked, 1, script_agents_fleet_is_behind(fleet) ? 0 : LOOK);
        script_agents_fleet_step(fleet);
    }
    double passed = now() - begun;
    free(text);
    buffer_free(&message);
    return waiting->answered ? passed : -1;
}

/* Measures one connection. False: there was no time. */
static bool measure(struct script_agents_fleet *fleet, struct waiting *waiting, double end,
                    struct script_schedule_link *link)
{
    static const double least = 1e-7; /* seconds */
    double best = INFINITY;
    for (int i = 0; i < ROUNDS; i++) {
        double passed = round_trip(fleet, waiting, 0, end);
        if (passed < 0)
            return false;
        best = fmin(best, passed);
    }
    double large = round_trip(fleet, waiting, LARGE, end);
    if (large < 0)
        return false;
    link->latency = best / 2;
    link->bandwidth = LARGE / fmax(large - best, least);
    return true;
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static double median(double *values, uint32_t count)
{
    qsort(values, count, sizeof *values, compare);
    return values[count / 2];
}

struct script_schedule_link *script_agents_network(struct script_agents_fleet *fleet, double budget,
                                                   struct script_schedule_link otherwise)
{
    uint32_t count = script_agents_fleet_count(fleet), measured = 0;
    struct script_schedule_link *links = memory_zeroed(count + (size_t)1, sizeof *links);
    double *latencies = memory_zeroed(count + (size_t)1, sizeof *latencies);
    double *bandwidths = memory_zeroed(count + (size_t)1, sizeof *bandwidths);
    struct waiting waiting = {0};
    const struct script_agents_fleet_listener listener = {.owner = &waiting, .pong = pong};
    const struct script_agents_fleet_listener none = {0};
    double end = now() + budget;
    script_agents_fleet_listen(fleet, &listener);
    for (uint32_t i = 0; i < count; i++) {
        waiting.agent = i;
        if (!script_agents_fleet_is_there(fleet, i) || !measure(fleet, &waiting, end, &links[i]))
            continue;
        latencies[measured] = links[i].latency;
        bandwidths[measured++] = links[i].bandwidth;
    }
    script_agents_fleet_listen(fleet, &none);
    if (measured)
        otherwise = (struct script_schedule_link){median(bandwidths, measured),
                                                  median(latencies, measured)};
    for (uint32_t i = 0; i < count; i++) {
        if (!(links[i].bandwidth > 0))
            links[i] = otherwise;
    }
    free(latencies);
    free(bandwidths);
    return links;
}
