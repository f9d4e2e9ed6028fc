/* fleet.c: see fleet.h */
#include "script/agents/fleet.h"

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
    EXIT_MOST = 65536, /* bytes of a message from an agent */
    PATIENCE = 60,     /* s for agents that are late */
    LOOK = 200,        /* ms between looks at what was started */
    SAID_MOST = 20,    /* refusals that are shown */
    EVENTS = 64,
    PORT = UINT32_MAX, /* among the numbers of agents */
};

struct agent {
    int fd; /* -1: not there */
    bool was_there;
    uint32_t cores, speed;
    uint64_t heard; /* ns: last sign of life */
    char host[AGENTS_HOST_MOST + 1];
    char address[AGENTS_HOST_MOST + 8]; /* for other agents */
    struct buffer in, out;              /* received; to be sent */
    size_t sent;                        /* of `out` */
};

struct script_agents_fleet {
    struct script_agents_port *port;
    struct script_agents_launch *launch;
    struct script_agents_fleet_listener listener;
    struct agent *agents;
    uint32_t count, there;
    unsigned limit;  /* s */
    uint64_t looked; /* ns: last step */
    unsigned refused;
    bool complete;  /* nobody else may join */
    bool is_spread; /* agents are on several nodes */
    int epoll;
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

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
    agent->heard = now();
    agent->cores = purpose->cores;
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

static void lose(struct script_agents_fleet *fleet, uint32_t number)
{
    struct agent *agent = &fleet->agents[number];
    if (agent->fd < 0)
        return;
    close(agent->fd);
    agent->fd = -1;
    buffer_free(&agent->in);
    buffer_free(&agent->out);
    agent->in = agent->out = (struct buffer){0};
    agent->sent = 0;
    fleet->there--;
    if (fleet->listener.lost)
        fleet->listener.lost(fleet->listener.owner, number);
}

static bool take_news(struct script_agents_fleet *fleet, uint32_t number,
                      struct script_agents_message *message)
{
    struct script_agents_news news;
    bool good = script_agents_news_read(message, &news);
    if (good && fleet->listener.news)
        fleet->listener.news(fleet->listener.owner, number, &news);
    free(news.why);
    return good;
}

/* Takes a message: that a task has ended, or nothing but a sign of life. */
static bool take(struct script_agents_fleet *fleet, uint32_t number,
                 struct script_agents_message *message)
{
    if (message->type == AGENTS_BEAT)
        return true;
    if (message->type == AGENTS_PONG) {
        uint32_t answered = script_agents_message_get_number(message);
        if (!message->bad && fleet->listener.pong)
            fleet->listener.pong(fleet->listener.owner, number, answered);
        return !message->bad;
    }
    if (message->type == AGENTS_FLOW_NEWS)
        return take_news(fleet, number, message);
    if (message->type != AGENTS_EXIT)
        return false;
    struct script_agents_exit how = {.agent = number};
    how.task = script_agents_message_get_number(message);
    how.attempt = script_agents_message_get_number(message);
    how.status = (int32_t)script_agents_message_get_number(message);
    how.cpu = script_agents_message_get_long(message);
    how.memory = script_agents_message_get_long(message);
    how.bytes[0] = script_agents_message_get_long(message);
    how.bytes[1] = script_agents_message_get_long(message);
    how.why = script_agents_message_get_text(message);
    if (!message->bad && fleet->listener.ended)
        fleet->listener.ended(fleet->listener.owner, &how);
    free(how.why);
    return !message->bad;
}

/* Takes all complete messages. */
static bool take_all(struct script_agents_fleet *fleet, uint32_t number)
{
    struct buffer *in = &fleet->agents[number].in;
    size_t at = 0;
    for (;;) {
        struct script_agents_message message;
        int64_t size =
            script_agents_message_find(in->text + at, in->used - at, EXIT_MOST, &message);
        if (size < 0)
            return false;
        if (!size)
            break;
        if (!take(fleet, number, &message))
            return false;
        at += (size_t)size;
    }
    memmove(in->text, in->text + at, in->used - at);
    in->used -= at;
    return true;
}

static void receive(struct script_agents_fleet *fleet, uint32_t number)
{
    struct agent *agent = &fleet->agents[number];
    char bytes[EXIT_MOST];
    if (agent->fd < 0)
        return;
    ssize_t size = recv(agent->fd, bytes, sizeof bytes, 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size > 0) {
        buffer_add_bytes(&agent->in, bytes, (size_t)size);
        agent->heard = now();
    }
    if (size <= 0 || !take_all(fleet, number))
        lose(fleet, number);
}

/* Sends what an agent takes now. */
static void flush(struct script_agents_fleet *fleet, uint32_t number)
{
    struct agent *agent = &fleet->agents[number];
    while (agent->fd >= 0 && agent->sent < agent->out.used) {
        ssize_t size = send(agent->fd, agent->out.text + agent->sent, agent->out.used - agent->sent,
                            MSG_NOSIGNAL);
        if (size < 0 && errno == EAGAIN)
            return;
        if (size < 0 && errno != EINTR) { /* its end is read in the next step */
            shutdown(agent->fd, SHUT_RDWR);
            return;
        }
        agent->sent += size > 0 ? (size_t)size : 0;
    }
    agent->sent = agent->out.used = 0;
}

/* Gives up agents that have been silent for too long. */
static void give_up_silent(struct script_agents_fleet *fleet)
{
    uint64_t time = now(), limit = fleet->limit * UINT64_C(1000000000);
    uint64_t away = fleet->looked ? time - fleet->looked : 0;
    for (uint32_t i = 0; i < fleet->count; i++) {
        struct agent *agent = &fleet->agents[i];
        if (away > limit / 2)
            agent->heard += away; /* this process was stopped, or busy: it proves nothing */
        if (agent->fd < 0 || time < agent->heard + limit)
            continue;
        receive(fleet, i);
        if (agent->fd < 0 || time < agent->heard + limit)
            continue;
        fprintf(stderr, "triptych script: agent %u on %s has not been heard for %u s\n", i + 1,
                agent->host, fleet->limit);
        script_agents_launch_kill(fleet->launch, i);
        lose(fleet, i);
    }
    fleet->looked = time;
}

bool script_agents_fleet_step(struct script_agents_fleet *fleet)
{
    struct epoll_event events[EVENTS];
    for (uint32_t i = 0; i < fleet->count; i++)
        flush(fleet, i);
    int count = epoll_wait(fleet->epoll, events, EVENTS, 0);
    for (int i = 0; i < count; i++) {
        if (events[i].data.u32 != (uint32_t)PORT)
            receive(fleet, events[i].data.u32);
    }
    script_agents_port_step(fleet->port, now());
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
    flush(fleet, agent);
}

/* Waits for the agents; those that are late are left behind. */
static bool gather(struct script_agents_fleet *fleet, bool is_queued, struct error *error)
{
    struct pollfd asked = {.fd = fleet->epoll, .events = POLLIN};
    uint64_t end = is_queued ? UINT64_MAX : now() + PATIENCE * UINT64_C(1000000000);
    while (fleet->there < fleet->count && now() < end) {
        poll(&asked, 1, LOOK);
        script_agents_fleet_step(fleet);
        if (fleet->there && end == UINT64_MAX)
            end = now() + PATIENCE * UINT64_C(1000000000);
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
        lose(fleet, i);
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
