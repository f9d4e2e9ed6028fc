/* fleet_messages.c: what the master and its agents say to each other: see fleet_state.h */
#include "script/agents/fleet_state.h"

#include "util/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

uint64_t fleet_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

void fleet_lose(struct script_agents_fleet *fleet, uint32_t number)
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
            script_agents_message_find(in->text + at, in->used - at, FLEET_EXIT_MOST, &message);
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

void fleet_receive(struct script_agents_fleet *fleet, uint32_t number)
{
    struct agent *agent = &fleet->agents[number];
    char bytes[FLEET_EXIT_MOST];
    if (agent->fd < 0)
        return;
    ssize_t size = recv(agent->fd, bytes, sizeof bytes, 0);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (size > 0) {
        buffer_add_bytes(&agent->in, bytes, (size_t)size);
        agent->heard = fleet_now();
    }
    if (size <= 0 || !take_all(fleet, number))
        fleet_lose(fleet, number);
}

void fleet_flush(struct script_agents_fleet *fleet, uint32_t number)
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
