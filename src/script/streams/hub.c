/* hub.c: see hub.h */
#include "script/streams/hub_state.h"
#include "script/streams/reader.h"
#include "script/streams/window.h"
#include "script/streams/writer.h"
#include "util/memory.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

enum {
    EVENTS = 64,
    CROWD = 64 << 20, /* bytes that may wait for a reader that could start */
};

struct script_hub *script_hub_new(const char *folder, const struct script_hub_listener *listener,
                                  struct error *error)
{
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    if (epoll < 0) {
        error_errno(error, "cannot wait for streams");
        return NULL;
    }
    struct script_hub *hub = memory_zeroed(1, sizeof *hub);
    hub->epoll = epoll;
    hub->folder = memory_string(folder);
    hub->listener = *listener;
    return hub;
}

static void free_flow(struct flow *flow)
{
    struct error ignored;
    for (struct flow_writer *next; flow->writers; flow->writers = next) {
        next = flow->writers->next;
        writer_free(flow->writers);
    }
    for (struct flow_reader *next; flow->readers; flow->readers = next) {
        next = flow->readers->next;
        reader_close(flow->readers);
        free(flow->readers);
    }
    window_write_index(flow, &ignored);
    window_free(flow);
    free(flow->path);
    free(flow);
}

void script_hub_free(struct script_hub *hub)
{
    if (!hub)
        return;
    for (size_t i = 0; i < hub->flow_count; i++)
        free_flow(hub->flows[i]);
    free(hub->flows);
    for (struct watched *next; hub->watched; hub->watched = next) {
        next = hub->watched->next;
        free(hub->watched);
    }
    close(hub->epoll);
    free(hub->folder);
    free(hub);
}

bool script_hub_watch(struct script_hub *hub, int fd, struct error *error)
{
    struct watched *watched = memory_zeroed(1, sizeof *watched);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = watched};
    watched->fd = fd;
    watched->next = hub->watched;
    hub->watched = watched;
    return epoll_ctl(hub->epoll, EPOLL_CTL_ADD, fd, &event) == 0 ||
           error_errno(error, "cannot wait for a descriptor");
}

int script_hub_descriptor(const struct script_hub *hub)
{
    return hub->epoll;
}

void script_hub_unwatch(struct script_hub *hub, int fd)
{
    epoll_ctl(hub->epoll, EPOLL_CTL_DEL, fd, NULL);
    for (struct watched **at = &hub->watched; *at; at = &(*at)->next) {
        struct watched *watched = *at;
        if (watched->fd != fd)
            continue;
        *at = watched->next;
        free(watched);
        return;
    }
}

/* Takes from one writer. Returns false with an error. */
static bool pump_writer(struct script_hub *hub, struct flow_writer *writer, struct error *error)
{
    struct flow *flow = writer->flow;
    bool dropped = false, had_owner = flow->owner != NULL;
    uint64_t end = flow->end;
    if (writer->told)
        return true;
    if (flow->failed)
        return error_set(error, "the stream %s cannot be kept", flow->name);
    enum writer_state state = writer_take(writer, hub->scratch, hub->folder, &dropped, error);
    if (flow->end != end || (had_owner && !flow->owner))
        hub_make_dirty(hub, flow);
    switch (state) {
    case WRITER_FAILED:
        flow->failed = true;
        return false;
    case WRITER_WAITS:
        writer->waits = true;
        return true;
    case WRITER_MORE:
        hub_make_hot(hub, writer);
        return true;
    case WRITER_BLOCKED:
        return true;
    case WRITER_DONE:
        writer->told = true;
        flow->open--;
        hub_check_finished(hub, flow);
        if (writer->task != UINT32_MAX)
            hub->listener.taken(hub->listener.owner, writer->task, dropped);
        return true;
    }
    return true;
}

/* True if no reader of a flow will ask for its bytes any more. */
static bool is_over(const struct flow *flow)
{
    for (const struct flow_reader *reader = flow->readers; reader; reader = reader->next) {
        bool is_file_done = reader->task == UINT32_MAX && reader->fd < 0;
        if (!reader->gone && !is_file_done)
            return false;
    }
    return flow->finished;
}

/* Passes on what a flow has, and lets its writers go on where there is room. */
static bool pump_readers(struct script_hub *hub, struct flow *flow, struct error *error)
{
    if (flow->file >= 0 && flow->end > CROWD && !flow->crowded) {
        flow->crowded = true;
        hub->listener.crowded(hub->listener.owner, flow->number);
    }
    for (struct flow_reader *reader = flow->readers, *next; reader; reader = next) {
        next = reader->next;
        if (reader->fd < 0 || reader->waits)
            continue;
        enum reader_state state = reader_give(reader, error);
        if (state == READER_FAILED)
            return false;
        reader->waits = state == READER_WAITS;
        if (state == READER_CLOSED && reader->gone)
            hub_check_deaf(hub, flow);
    }
    window_forget(flow);
    if (is_over(flow)) { /* there may be thousands of flows, and few descriptors */
        bool good = window_write_index(flow, error);
        window_free(flow);
        return good;
    }
    if (window_room(flow)) {
        for (struct flow_writer *writer = flow->writers; writer; writer = writer->next) {
            if (!writer->waits && (!flow->owner || flow->owner == writer))
                hub_make_hot(hub, writer);
        }
    }
    return true;
}

/* Frees the writers of a flow that have ended. */
static void drop_writers(struct flow *flow)
{
    for (struct flow_writer **at = &flow->writers; *at;) {
        struct flow_writer *writer = *at;
        if (writer->told && !writer->is_hot) {
            *at = writer->next;
            writer_free(writer);
        } else {
            at = &writer->next;
        }
    }
}

/* Does what can be done without waiting, once. */
static bool work(struct script_hub *hub, struct error *error)
{
    struct flow_writer *hot = hub->hot;
    hub->hot = NULL;
    bool good = true;
    for (struct flow_writer *next; hot; hot = next) {
        next = hot->hot;
        hot->is_hot = false;
        good = good && pump_writer(hub, hot, error);
    }
    struct flow *dirty = hub->dirty;
    hub->dirty = NULL;
    for (struct flow *next; dirty; dirty = next) {
        next = dirty->next_dirty;
        dirty->dirty = false;
        good = good && pump_readers(hub, dirty, error);
        drop_writers(dirty);
    }
    return good;
}

static bool take_event(struct script_hub *hub, const struct epoll_event *event, struct error *error)
{
    struct flow_party *party = event->data.ptr;
    if (party->kind == FLOW_PARTY_WRITER) {
        ((struct flow_writer *)party)->waits = false;
        return pump_writer(hub, (struct flow_writer *)party, error);
    }
    if (party->kind == FLOW_PARTY_READER) {
        ((struct flow_reader *)party)->waits = false;
        hub_make_dirty(hub, ((struct flow_reader *)party)->flow);
    } else {
        hub->listener.readable(hub->listener.owner, ((struct watched *)party)->fd);
    }
    return true;
}

bool script_hub_step(struct script_hub *hub, int timeout, struct error *error)
{
    struct epoll_event events[EVENTS];
    int count = epoll_wait(hub->epoll, events, EVENTS, hub->hot || hub->dirty ? 0 : timeout);
    if (count < 0 && errno != EINTR)
        return error_errno(error, "cannot wait for streams");
    for (int i = 0; i < count; i++) {
        if (!take_event(hub, &events[i], error))
            return false;
    }
    return work(hub, error);
}

bool script_hub_has_work(const struct script_hub *hub)
{
    return hub->hot || hub->dirty;
}

bool script_hub_is_idle(const struct script_hub *hub)
{
    if (hub->hot || hub->dirty)
        return false;
    for (size_t i = 0; i < hub->flow_count; i++) {
        const struct flow *flow = hub->flows[i];
        if (!flow->finished)
            return false;
        for (const struct flow_reader *reader = flow->readers; reader; reader = reader->next) {
            if (reader->fd >= 0)
                return false;
        }
    }
    return true;
}
