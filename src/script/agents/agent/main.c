/* main.c: triptych-script-agent HOST PORT CORES NUMBER LIMIT: runs tasks for the master of a
 * script. The secret is in the environment. A program of its own, which the master starts on every
 * node.
 *
 * As `triptych-script-agent task FOLDER LIST`, it runs one task: see element.h.
 *
 * LIMIT is the silence, in seconds, after which the master takes an agent for lost. Before that, an
 * agent that is cut off ends its tasks, and the guard ends those of an agent that is frozen, so
 * that they can be run elsewhere. A master that is stopped, or busy, is not lost: its system still
 * acknowledges what it is sent. */
#include "script/agents/agent/element.h"
#include "script/agents/agent/jobs.h"
#include "script/agents/agent/life.h"
#include "script/agents/agent/speed.h"
#include "script/agents/launch.h"
#include "util/memory.h"
#include "util/ram.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OTHERS = 2 + FLOWS_ASKED }; /* descriptors that are waited for besides those of relays */

/* The connection to the master, and what was received. */
struct master {
    int fd, signals;
    struct buffer in;
    size_t sent; /* of the messages for it */
    struct life life;
};

/* Everything of an agent. */
struct agent {
    struct jobs jobs;
    struct master master;
};

static uint32_t own_cores(void)
{
    const char *said = getenv("SLURM_CPUS_ON_NODE");
    cpu_set_t cores;
    uint32_t count = said ? (uint32_t)strtoul(said, NULL, 10) : 0;
    if (!count && sched_getaffinity(0, sizeof cores, &cores) == 0)
        count = (uint32_t)CPU_COUNT(&cores);
    return count ? count : 1;
}

/* Returns the bytes of memory that this agent's node has for the job. */
static uint64_t own_memory(void)
{
    const char *said = getenv("SLURM_MEM_PER_NODE"); /* MB */
    uint64_t bytes = said ? strtoull(said, NULL, 10) << 20 : 0;
    return bytes ? bytes : ram_size();
}

/* Takes the secret out of the environment, so that tasks do not get it. */
static bool take_secret(unsigned char secret[AGENTS_SECRET])
{
    char *text = getenv(AGENTS_SECRET_VARIABLE);
    bool good = text && script_agents_secret_read(text, secret);
    if (text)
        explicit_bzero(text, strlen(text));
    unsetenv(AGENTS_SECRET_VARIABLE);
    return good;
}

static bool take_message(struct jobs *jobs, struct script_agents_message *message)
{
    struct script_agents_order order;
    bool good = false;
    if (message->type == AGENTS_SIGNAL) {
        uint32_t task = script_agents_message_get_number(message);
        int number = (int)script_agents_message_get_number(message);
        good = !message->bad && (number == SIGTERM || number == SIGKILL);
        if (good)
            jobs_signal(jobs, task, number);
    } else if (message->type == AGENTS_START) {
        good = script_agents_order_read(message, &order);
        if (good)
            jobs_start(jobs, &order);
        script_agents_order_free(&order);
    } else if (message->type == AGENTS_PING) {
        uint32_t number = script_agents_message_get_number(message);
        size_t start = script_agents_message_begin(&jobs->out, AGENTS_PONG);
        script_agents_message_number(&jobs->out, number);
        script_agents_message_finish(&jobs->out, start);
        good = !message->bad;
    } else if (message->type == AGENTS_FLOW) {
        good = flows_open(&jobs->flows, message);
    } else if (message->type == AGENTS_FLOW_CHANGE) {
        good = flows_change(&jobs->flows, message);
    }
    return good;
}

/* Receives messages. False if the master is gone. */
static bool receive(struct jobs *jobs, struct master *master)
{
    char bytes[65536];
    ssize_t size = recv(master->fd, bytes, sizeof bytes, MSG_DONTWAIT);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return true;
    if (size <= 0)
        return false;
    buffer_add_bytes(&master->in, bytes, (size_t)size);
    size_t at = 0;
    for (;;) {
        struct script_agents_message message;
        int64_t found = script_agents_message_find(master->in.text + at, master->in.used - at,
                                                   AGENTS_MESSAGE_MOST, &message);
        if (found < 0 || (found > 0 && !take_message(jobs, &message)))
            return false;
        if (!found)
            break;
        at += (size_t)found;
    }
    memmove(master->in.text, master->in.text + at, master->in.used - at);
    master->in.used -= at;
    return true;
}

static bool send_messages(struct jobs *jobs, struct master *master)
{
    while (master->sent < jobs->out.used) {
        ssize_t size = send(master->fd, jobs->out.text + master->sent,
                            jobs->out.used - master->sent, MSG_DONTWAIT | MSG_NOSIGNAL);
        if (size < 0 && errno == EAGAIN)
            return true;
        if (size < 0 && errno != EINTR)
            return false;
        master->sent += size > 0 ? (size_t)size : 0;
    }
    jobs->out.used = master->sent = 0;
    return true;
}

/* Shows that it is alive, if that is due. */
static bool beat(struct jobs *jobs, struct master *master)
{
    if (!life_is_due(&master->life))
        return true;
    script_guard_beat(&jobs->guard);
    if (master->fd < 0)
        return true;
    if (!jobs->out.used) /* else there are messages that say the same */
        script_agents_message_finish(&jobs->out,
                                     script_agents_message_begin(&jobs->out, AGENTS_BEAT));
    return send_messages(jobs, master) && !life_is_cut_off(&master->life, master->fd);
}

/* The same while it waits for a connection. */
static void beat_waiting(void *owner)
{
    struct agent *agent = owner;
    beat(&agent->jobs, &agent->master);
}

/* Takes connections of other agents meanwhile: they may wait for this one as this one waits for
 * them. */
static void serve_waiting(void *owner)
{
    flows_accept(&((struct agent *)owner)->jobs.flows);
}

/* Takes signals. False if one says that it must end. */
static bool take_signals(struct jobs *jobs, const struct master *master)
{
    struct signalfd_siginfo info;
    bool goes_on = true;
    while (read(master->signals, &info, sizeof info) == (ssize_t)sizeof info)
        goes_on = goes_on && (info.ssi_signo == SIGCHLD || info.ssi_signo == SIGINT);
    jobs_reap(jobs);
    return goes_on; /* SIGINT: the master says what is to be done */
}

static void serve(struct jobs *jobs, struct master *master)
{
    struct pollfd *asked = NULL;
    size_t room = 0;
    for (;;) {
        jobs_pump(jobs);
        flows_step(&jobs->flows);
        if (!send_messages(jobs, master) || !beat(jobs, master))
            break;
        asked = memory_grow(asked, &room, jobs->relay_count + OTHERS, sizeof *asked);
        asked[0] = (struct pollfd){.fd = master->fd, .events = POLLIN};
        if (jobs->out.used)
            asked[0].events |= POLLOUT;
        asked[1] = (struct pollfd){.fd = master->signals, .events = POLLIN};
        bool waits = flows_ask(&jobs->flows, asked + 2);
        size_t count = OTHERS + jobs_ask(jobs, asked + OTHERS);
        if (poll(asked, count, waits ? life_wait(&master->life) : 0) < 0 && errno != EINTR)
            break;
        if (!take_signals(jobs, master))
            break;
        if ((asked[0].revents & (POLLIN | POLLHUP | POLLERR)) && !receive(jobs, master))
            break;
    }
    free(asked);
}

static bool watch_signals(struct master *master, struct error *error)
{
    static const int watched[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof watched / sizeof watched[0]; i++)
        sigaddset(&set, watched[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    master->signals = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
    return master->signals >= 0 || error_errno(error, "cannot wait for signals");
}

/* Reads the command line and the environment. */
static bool read_arguments(struct agent *agent, int argc, char **argv)
{
    struct jobs *jobs = &agent->jobs;
    if (argc != 6 || !take_secret(jobs->secret))
        return false;
    const char *number = !strcmp(argv[4], "slurm") ? getenv("SLURM_PROCID") : argv[4];
    jobs->host = argv[1];
    jobs->port = argv[2];
    jobs->self.agent = number ? (uint32_t)strtoul(number, NULL, 10) : 0;
    jobs->self.cores = (uint32_t)strtoul(argv[3], NULL, 10);
    jobs->limit = (unsigned)strtoul(argv[5], NULL, 10);
    if (!jobs->self.cores)
        jobs->self.cores = own_cores();
    jobs->self.memory = own_memory();
    jobs->self.speed = agent_speed();
    gethostname(jobs->self.host, sizeof jobs->self.host - 1);
    return jobs->limit > 0;
}

/* Opens the port for other agents: seen from other nodes only if the master is on one. */
static bool open_port(struct jobs *jobs, struct error *error)
{
    bool is_here = !strcmp(jobs->host, "127.0.0.1");
    jobs->flows.out = &jobs->out;
    jobs->flows.limit = jobs->limit;
    jobs->flows.host = jobs->self.host;
    if (!flows_begin(&jobs->flows, is_here ? "127.0.0.1" : "0.0.0.0", jobs->secret, error))
        return false;
    jobs->self.port = flows_port(&jobs->flows);
    jobs->patience.serve = serve_waiting;
    jobs->patience.also = flows_descriptor(&jobs->flows);
    return true;
}

int main(int argc, char **argv)
{
    static struct agent agent;
    struct jobs *jobs = &agent.jobs;
    struct master *master = &agent.master;
    struct error error = {0};
    if (argc == 4 && !strcmp(argv[1], "task"))
        return element_run(argv[2], argv[3]);
    master->fd = master->signals = -1;
    jobs->patience = (struct script_agents_patience){.beat = beat_waiting, .owner = &agent};
    if (!read_arguments(&agent, argc, argv)) {
        fputs("triptych-script-agent is started by triptych script\n", stderr);
        return 2;
    }
    life_begin(&master->life, jobs->limit);
    bool good = jobs_begin(jobs, life_limit(&master->life), &error) &&
                watch_signals(master, &error) && open_port(jobs, &error);
    if (good)
        master->fd = script_agents_connect(jobs->host, jobs->port, jobs->secret, &jobs->self,
                                           &jobs->patience, &error);
    if (master->fd >= 0) {
        script_agents_keep_alive(master->fd, jobs->limit);
        serve(jobs, master);
    } else {
        fprintf(stderr, "triptych script: agent %u on %s: %s\n", jobs->self.agent + 1,
                jobs->self.host, error.text);
    }
    jobs_kill(jobs);
    flows_end(&jobs->flows);
    _exit(master->fd >= 0 ? 0 : 1); /* the guard kills what is left */
}
