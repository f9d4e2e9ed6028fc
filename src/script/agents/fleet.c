/* fleet.c: see fleet.h */
#include "script/agents/fleet_state.h"

#include "script/agents/launch.h"
#include "script/agents/port.h"
#include "util/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
    AGENTS_MOST = 65536,
    PATIENCE = 60,  /* s for agents that are late */
    LOOK = 200,     /* ms between looks at what was started */
    SAID_MOST = 20, /* refusals that are shown */
    EVENTS = 64,
    PORT = UINT32_MAX, /* among the numbers of agents */
};

static void refused(void *owner, const char *from, const char *why)
{
    struct script_agents_fleet *fleet = owner;
    if (fleet->refused++ < SAID_MOST)
        fprintf(stderr, "triptych script: refused a connection from %s: %s\n", from, why);
}

/* Notes where other agents reach one: at the address that it has here, unless only its own node
 * knows that. */
static void note_address(const struct script_agents_fleet *fleet, struct agent *agent,
                         uint32_t port)
{
    struct sockaddr_in from = {0};
    socklen_t size = sizeof from;
    char text[INET_ADDRSTRLEN] = "127.0.0.1";
    if (getpeername(agent->fd, (struct sockaddr *)&from, &size) == 0 && from.sin_family == AF_INET)
        inet_ntop(AF_INET, &from.sin_addr, text, sizeof text);
    bool is_own = !strncmp(text, "127.", 4) && fleet->is_spread;
    snprintf(agent->address, sizeof agent->address, "%s %u", is_own ? agent->host : text, port);
}

/* Takes the connection of a new agent. */
static bool join(struct script_agents_fleet *fleet, const struct script_agents_purpose *purpose,
                 int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = purpose->agent};
    if (fleet->complete || purpose->agent >= fleet->count ||
        fleet->agents[purpose->agent].was_there || !purpose->cores ||
        epoll_ctl(fleet->epoll, EPOLL_CTL_ADD, fd, &event) != 0)
        return false;
    struct agent *agent = &fleet->agents[purpose->agent];
    agent->fd = fd;
    agent->was_there = true;
    agent->heard = fleet_now();
    agent->cores = purpose->cores;
    agent->memory = purpose->memory;
    agent->speed = purpose->speed;
    memcpy(agent->host, purpose->host, sizeof agent->host);
    note_address(fleet, agent, purpose->port);
    fleet->there++;
    return true;
}

static bool trusted(void *owner, const struct script_agents_purpose *purpose, int fd)
{
    struct script_agents_fleet *fleet = owner;
    script_agents_keep_alive(fd, fleet->limit);
    if (purpose->role == AGENTS_CONTROL)
        return join(fleet, purpose, fd);
    return fleet->listener.offered && script_agents_fleet_is_there(fleet, purpose->agent) &&
           fleet->listener.offered(fleet->listener.owner, purpose, fd);
}

/* Gives up agents that have been silent for too long. */
static void give_up_silent(struct script_agents_fleet *fleet)
{
    uint64_t time = fleet_now(), limit = fleet->limit * UINT64_C(1000000000);
    uint64_t away = fleet->looked ? time - fleet->looked : 0;
    for (uint32_t i = 0; i < fleet->count; i++) {
        struct agent *agent = &fleet->agents[i];
        if (away > limit / 2)
            agent->heard += away; /* this process was stopped, or busy: it proves nothing */
        if (agent->fd < 0 || time < agent->heard + limit)
            continue;
        fleet_receive(fleet, i);
        if (agent->fd < 0 || time < agent->heard + limit)
            continue;
        fprintf(stderr, "triptych script: agent %u on %s has not been heard for %u s\n", i + 1,
                agent->host, fleet->limit);
        script_agents_launch_kill(fleet->launch, i);
        fleet_lose(fleet, i);
    }
    fleet->looked = time;
}

bool script_agents_fleet_step(struct script_agents_fleet *fleet)
{
    struct epoll_event events[EVENTS];
    for (uint32_t i = 0; i < fleet->count; i++)
        fleet_flush(fleet, i);
    int count = epoll_wait(fleet->epoll, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        if (events[i].data.u32 != (uint32_t)PORT)
            fleet_receive(fleet, events[i].data.u32);
    }
    script_agents_port_step(fleet->port, fleet_now());
    give_up_silent(fleet);
    return fleet->there > 0;
}

bool script_agents_fleet_is_behind(const struct script_agents_fleet *fleet)
{
    for (uint32_t i = 0; i < fleet->count; i++) {
        if (fleet->agents[i].out.used)
            return true;
    }
    return false;
}

void script_agents_fleet_send(struct script_agents_fleet *fleet, uint32_t agent,
                              const struct buffer *messages)
{
    if (fleet->agents[agent].fd < 0)
        return;
    buffer_add_bytes(&fleet->agents[agent].out, messages->text, messages->used);
    fleet_flush(fleet, agent);
}

/* Waits for the agents; those that are late are left behind. */
static bool gather(struct script_agents_fleet *fleet, bool is_queued, struct error *error)
{
    struct pollfd asked = {.fd = fleet->epoll, .events = POLLIN};
    uint64_t end = is_queued ? UINT64_MAX : fleet_now() + PATIENCE * UINT64_C(1000000000);
    while (fleet->there < fleet->count && fleet_now() < end) {
        poll(&asked, 1, LOOK);
        script_agents_fleet_step(fleet);
        if (fleet->there && end == UINT64_MAX)
            end = fleet_now() + PATIENCE * UINT64_C(1000000000);
        if (script_agents_launch_running(fleet->launch) < (is_queued ? 1 : fleet->there + 1))
            break; /* the others will not come */
    }
    fleet->complete = true;
    if (!fleet->there)
        return error_set(error, "no agent could be started");
    if (fleet->there < fleet->count)
        fprintf(stderr, "triptych script: only %u of %u agents could be started\n", fleet->there,
                fleet->count);
    return true;
}

static bool begin(struct script_agents_fleet *fleet,
                  const struct script_agents_fleet_options *options, struct error *error)
{
    unsigned char secret[AGENTS_SECRET];
    const struct script_agents_port_listener listener = {fleet, trusted, refused};
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = (uint32_t)PORT};
    fleet->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (fleet->epoll < 0 || getrandom(secret, sizeof secret, 0) != (ssize_t)sizeof secret)
        return error_errno(error, "cannot prepare for agents");
    fleet->port =
        script_agents_port_new(options->slurm ? "0.0.0.0" : "127.0.0.1", secret, &listener, error);
    bool good = fleet->port != NULL;
    if (good && epoll_ctl(fleet->epoll, EPOLL_CTL_ADD, script_agents_port_descriptor(fleet->port),
                          &event) != 0)
        good = error_errno(error, "cannot wait for agents");
    if (good)
        fleet->launch = script_agents_launch_new(options, fleet->count, secret,
                                                 script_agents_port_number(fleet->port), error);
    explicit_bzero(secret, sizeof secret);
    return good && fleet->launch && gather(fleet, options->slurm, error);
}

struct script_agents_fleet *
script_agents_fleet_new(const struct script_agents_fleet_options *options, struct error *error)
{
    struct script_agents_fleet *fleet = memory_zeroed(1, sizeof *fleet);
    fleet->epoll = -1;
    fleet->limit = options->limit;
    fleet->is_spread = options->slurm;
    fleet->count = options->count ? options->count : script_agents_launch_nodes();
    bool good = fleet->count && fleet->count <= AGENTS_MOST;
    if (!good)
        error_set(error, "how many agents? Give --agents, or run this in an allocation of Slurm");
    fleet->agents = memory_zeroed(good ? fleet->count : 1, sizeof *fleet->agents);
    if (!good)
        fleet->count = 0;
    for (uint32_t i = 0; i < fleet->count; i++)
        fleet->agents[i].fd = -1;
    if (good && begin(fleet, options, error))
        return fleet;
    script_agents_fleet_free(fleet);
    return NULL;
}

void script_agents_fleet_free(struct script_agents_fleet *fleet)
{
    if (!fleet)
        return;
    fleet->listener = (struct script_agents_fleet_listener){0};
    for (uint32_t i = 0; i < fleet->count; i++)
        fleet_lose(fleet, i);
    if (fleet->refused > SAID_MOST)
        fprintf(stderr, "triptych script: refused %u more connections\n",
                fleet->refused - SAID_MOST);
    script_agents_launch_free(fleet->launch);
    script_agents_port_free(fleet->port);
    if (fleet->epoll >= 0)
        close(fleet->epoll);
    free(fleet->agents);
    free(fleet);
}

void script_agents_fleet_listen(struct script_agents_fleet *fleet,
                                const struct script_agents_fleet_listener *listener)
{
    fleet->listener = *listener;
}

int script_agents_fleet_descriptor(const struct script_agents_fleet *fleet)
{
    return fleet->epoll;
}

uint32_t script_agents_fleet_count(const struct script_agents_fleet *fleet)
{
    return fleet->count;
}

bool script_agents_fleet_was_there(const struct script_agents_fleet *fleet, uint32_t agent)
{
    return agent < fleet->count && fleet->agents[agent].was_there;
}

bool script_agents_fleet_is_there(const struct script_agents_fleet *fleet, uint32_t agent)
{
    return agent < fleet->count && fleet->agents[agent].fd >= 0;
}

uint32_t script_agents_fleet_cores(const struct script_agents_fleet *fleet, uint32_t agent)
{
    return fleet->agents[agent].cores;
}

uint64_t script_agents_fleet_memory(const struct script_agents_fleet *fleet, uint32_t agent)
{
    uint32_t sharing = 1;
    for (uint32_t i = 0; i < fleet->count; i++)
        sharing += i != agent && !strcmp(fleet->agents[i].host, fleet->agents[agent].host);
    return fleet->agents[agent].memory / sharing;
}

double script_agents_fleet_speed(const struct script_agents_fleet *fleet, uint32_t agent)
{
    static const double step = 0.05; /* nodes that are nearly alike count as equal */
    uint32_t most = 1;
    for (uint32_t i = 0; i < fleet->count; i++)
        most = fleet->agents[i].speed > most ? fleet->agents[i].speed : most;
    double share = round((double)fleet->agents[agent].speed / most / step) * step;
    return share < step ? step : share;
}

const char *script_agents_fleet_address(const struct script_agents_fleet *fleet, uint32_t agent)
{
    return fleet->agents[agent].address;
}

const char *script_agents_fleet_host(const struct script_agents_fleet *fleet, uint32_t agent)
{
    return fleet->agents[agent].host;
}
