/* flow.c: streams, writers and readers of a hub come and go: see hub.h */
#include "script/streams/hub_state.h"
#include "script/streams/reader.h"
#include "script/streams/window.h"
#include "util/memory.h"

#include <fcntl.h>
#include <sys/epoll.h>
#include <sys/stat.h>

/* Registers a pipe once, for edges: it is read or written until it says to wait. Returns false if
 * it never has to be waited for. */
static bool watch(struct script_hub *hub, void *party, int fd, uint32_t events)
{
    struct epoll_event event = {.events = events | EPOLLET, .data.ptr = party};
    return epoll_ctl(hub->epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

struct flow *script_flow_new(struct script_hub *hub, const struct script_flow_about *about)
{
    struct flow *flow = memory_zeroed(1, sizeof *flow);
    hub->flows = memory_grow(hub->flows, &hub->flow_room, hub->flow_count + 1, sizeof *hub->flows);
    hub->flows[hub->flow_count++] = flow;
    flow->name = about->name;
    flow->number = about->number;
    flow->record = about->record;
    flow->raw = about->raw;
    flow->store = about->store;
    flow->unbounded = about->unbounded;
    flow->file = flow->index = -1;
    flow->path = memory_printf("%s/%u", hub->folder, about->number);
    return flow;
}

bool script_flow_continue(struct flow *flow, uint64_t kept, struct error *error)
{
    flow->file = open(flow->path, O_RDWR | O_APPEND | O_CLOEXEC);
    struct stat status;
    if (flow->file < 0 || fstat(flow->file, &status) != 0 || (uint64_t)status.st_size != kept)
        return error_errno(error, "cannot continue the stream %s in %s", flow->name, flow->path);
    flow->base = flow->end = kept;
    flow->decided = true;
    return true;
}

void script_flow_expect(struct script_hub *hub, struct flow *flow, unsigned writers)
{
    flow->pending += writers;
    flow->finished = !flow->pending && !flow->open;
    hub_make_dirty(hub, flow);
}

void script_flow_absent(struct script_hub *hub, struct flow *flow)
{
    flow->pending--;
    hub_check_finished(hub, flow);
}

static bool is_regular(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode);
}

struct flow_writer *script_flow_write(struct script_hub *hub, struct flow *flow, uint32_t task,
                                      int fd, bool is_file)
{
    struct flow_writer *writer = memory_zeroed(1, sizeof *writer);
    writer->party.kind = FLOW_PARTY_WRITER;
    writer->flow = flow;
    writer->task = task;
    writer->fd = fd;
    writer->is_file = is_file;
    writer->long_fd = -1;
    writer->next = flow->writers;
    flow->writers = writer;
    flow->pending--;
    flow->open++;
    writer->ended = writer->good = is_file;
    writer->is_source = task == UINT32_MAX && !is_regular(fd);
    if (!is_file || writer->is_source)
        fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    writer->waits =
        (!is_file || writer->is_source) && !flow->deaf && watch(hub, writer, fd, EPOLLIN);
    if (!writer->waits)
        hub_make_hot(hub, writer);
    return writer;
}

void script_flow_writer_ended(struct script_hub *hub, struct flow_writer *writer, bool good)
{
    writer->ended = true;
    writer->good = good;
    writer->waits = false;
    hub_make_hot(hub, writer);
}

void script_flow_writer_total(struct flow_writer *writer, uint64_t total)
{
    writer->is_link = true;
    writer->total = total;
}

bool script_flow_is_taken(const struct flow_writer *writer)
{
    return writer->told;
}

bool script_flow_is_cut(const struct flow_writer *writer)
{
    return writer->cut;
}

struct flow_reader *script_flow_reader(struct flow *flow, uint32_t task, bool may_return)
{
    struct flow_reader *reader = memory_zeroed(1, sizeof *reader);
    reader->party.kind = FLOW_PARTY_READER;
    reader->flow = flow;
    reader->task = task;
    reader->fd = -1;
    reader->may_return = may_return;
    reader->next = flow->readers;
    flow->readers = reader;
    return reader;
}

void script_flow_read(struct script_hub *hub, struct flow_reader *reader, int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    reader->fd = fd;
    reader->started = true;
    reader->position = 0;
    reader->waits = false;
    watch(hub, reader, fd, EPOLLOUT);
    hub_make_dirty(hub, reader->flow);
}

void script_flow_to_file(struct script_hub *hub, struct flow *flow, int fd, bool shared)
{
    struct flow_reader *reader = script_flow_reader(flow, UINT32_MAX, false);
    struct stat status;
    reader->fd = fd;
    reader->started = true;
    reader->shared = shared;
    reader->is_file =
        (fstat(fd, &status) == 0 && S_ISREG(status.st_mode)) || !watch(hub, reader, fd, EPOLLOUT);
    hub_make_dirty(hub, flow);
}

void script_flow_reader_ended(struct script_hub *hub, struct flow_reader *reader, bool for_good)
{
    reader_close(reader);
    reader->gone |= for_good;
    reader->may_return &= !for_good;
    if (for_good)
        hub_check_deaf(hub, reader->flow);
    hub_make_dirty(hub, reader->flow); /* writers may wait for it */
}

bool script_flow_is_deaf(const struct flow *flow)
{
    return flow->deaf;
}

bool script_flow_sync(struct flow *flow, struct error *error)
{
    return window_write_index(flow, error);
}

bool script_flow_is_stored(const struct flow *flow)
{
    return flow->store;
}

uint64_t script_flow_written(const struct flow_writer *writer)
{
    return writer->bytes;
}

bool script_flow_is_finished(const struct flow *flow)
{
    return flow->finished;
}

uint64_t script_flow_size(const struct flow *flow)
{
    return flow->end;
}
