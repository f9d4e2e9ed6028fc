/* flows.c: see flows.h */
#include "script/agents/agent/flows.h"

#include "script/agents/port.h"
#include "util/memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { SAID_MOST = 20 }; /* refusals that are shown */

static void tell(struct flows *flows, const struct script_agents_news *news)
{
    script_agents_news_add(flows->out, news);
}

static void fail(struct flows *flows, const char *why)
{
    struct script_agents_news news = {.kind = AGENTS_NEWS_FAILED, .why = (char *)why};
    if (!flows->failed)
        tell(flows, &news);
    flows->failed = true;
}

static struct flows_kept *find(const struct flows *flows, uint32_t stream)
{
    uint32_t number = pairs_find(&flows->numbers, stream, 0);
    return number == PAIRS_NONE ? NULL : &flows->list[number];
}

/* The hub has taken all that a task wrote into one stream. */
static void taken(void *owner, uint32_t task, bool dropped)
{
    struct flows *flows = owner;
    for (size_t i = 0; i < flows->writer_count; i++) {
        struct flows_writer writer = flows->writers[i];
        if (writer.task != task || !script_flow_is_taken(writer.writer))
            continue;
        struct flow *flow = find(flows, writer.stream)->flow;
        struct error error = {0};
        const struct script_agents_news news = {.kind = AGENTS_NEWS_TAKEN,
                                                .stream = writer.stream,
                                                .task = task,
                                                .errors = writer.errors,
                                                .dropped = dropped,
                                                .cut = script_flow_is_cut(writer.writer),
                                                .kept = script_flow_is_stored(flow),
                                                .bytes = script_flow_written(writer.writer)};
        if (news.kept && !script_flow_sync(flow, &error))
            fail(flows, error.text);
        flows->writers[i] = flows->writers[--flows->writer_count];
        tell(flows, &news);
        return;
    }
}

static void crowded(void *owner, uint32_t stream)
{
    tell(owner, &(const struct script_agents_news){.kind = AGENTS_NEWS_CROWDED, .stream = stream});
}

static void readable(void *owner, int fd)
{
    (void)owner;
    (void)fd;
}

static bool trusted(void *owner, const struct script_agents_purpose *purpose, int fd)
{
    struct flows *flows = owner;
    if (purpose->role == AGENTS_CONTROL)
        return false;
    script_agents_keep_alive(fd, flows->limit);
    if (find(flows, purpose->stream))
        return flows_connect(flows, purpose->stream, purpose->task,
                             (int)(purpose->role - AGENTS_INPUT), fd, true);
    flows->early =
        memory_grow(flows->early, &flows->early_room, flows->early_count + 1, sizeof *flows->early);
    flows->early[flows->early_count++] = (struct flows_early){*purpose, fd};
    return true;
}

static void refused(void *owner, const char *from, const char *why)
{
    struct flows *flows = owner;
    if (flows->refused++ < SAID_MOST)
        fprintf(stderr, "triptych script: the agent on %s refused a connection from %s: %s\n",
                flows->host, from, why);
}

bool flows_begin(struct flows *flows, const char *address,
                 const unsigned char secret[AGENTS_SECRET], struct error *error)
{
    const struct script_agents_port_listener listener = {flows, trusted, refused};
    flows->port = script_agents_port_new(address, secret, &listener, error);
    return flows->port != NULL;
}

uint32_t flows_port(const struct flows *flows)
{
    return script_agents_port_number(flows->port);
}

int flows_descriptor(const struct flows *flows)
{
    return script_agents_port_descriptor(flows->port);
}

/* True if this node sees the folder of the run's streams: a file in it has the token. */
static bool is_shared(const struct script_agents_flow *about)
{
    char text[AGENTS_NONCE * 2 + 1] = "";
    char *path = memory_printf("%s/token", about->folder);
    int file = open(path, O_RDONLY | O_CLOEXEC);
    free(path);
    ssize_t size = file >= 0 ? read(file, text, sizeof text - 1) : -1;
    if (file >= 0)
        close(file);
    return size > 0 && !strcmp(text, about->token) && access(about->folder, W_OK) == 0;
}

static bool make_hub(struct flows *flows, const struct script_agents_flow *about,
                     struct error *error)
{
    const struct script_hub_listener listener = {flows, taken, crowded, readable};
    flows->is_shared = is_shared(about);
    if (!flows->is_shared) {
        const char *root = getenv("TMPDIR");
        flows->folder = memory_printf("%s/triptych-agent-XXXXXX", root && *root ? root : "/tmp");
        if (!mkdtemp(flows->folder))
            return error_errno(error, "cannot make %s", flows->folder);
    }
    flows->hub = script_hub_new(flows->is_shared ? about->folder : flows->folder, &listener, error);
    return flows->hub != NULL;
}

void flows_end(struct flows *flows)
{
    script_hub_free(flows->hub); /* removes the files that are not to be stored */
    if (flows->folder)
        rmdir(flows->folder);
    flows->hub = NULL;
}

/* Connects those that came too early. */
static void take_early(struct flows *flows, uint32_t stream)
{
    for (size_t i = flows->early_count; i-- > 0;) {
        struct flows_early early = flows->early[i];
        if (early.purpose.stream != stream)
            continue;
        flows->early[i] = flows->early[--flows->early_count];
        if (!flows_connect(flows, stream, early.purpose.task,
                           (int)(early.purpose.role - AGENTS_INPUT), early.fd, true))
            close(early.fd);
    }
}

static void keep(struct flows *flows, const struct script_agents_flow *about)
{
    struct error error = {0};
    if (!flows->hub && !make_hub(flows, about, &error)) {
        fail(flows, error.text);
        return;
    }
    flows->list = memory_grow(flows->list, &flows->room, flows->count + 1, sizeof *flows->list);
    pairs_add(&flows->numbers, about->stream, 0, (uint32_t)flows->count);
    struct flows_kept *kept = &flows->list[flows->count++];
    *kept = (struct flows_kept){.stream = about->stream, .name = memory_string(about->name)};
    const struct script_flow_about how = {.name = kept->name,
                                          .number = about->stream,
                                          .record = about->record,
                                          .raw = about->raw,
                                          .store = about->store && flows->is_shared,
                                          .unbounded = about->unbounded};
    kept->flow = script_flow_new(flows->hub, &how);
    kept->readers = memory_zeroed((size_t)about->reader_count + 1, sizeof *kept->readers);
    kept->reader_count = about->reader_count;
    for (uint32_t i = 0; i < about->reader_count; i++)
        kept->readers[i] = (struct flows_reader){
            about->readers[i], script_flow_reader(kept->flow, about->readers[i], false)};
    script_flow_expect(flows->hub, kept->flow, about->writers);
    take_early(flows, about->stream);
}

bool flows_open(struct flows *flows, struct script_agents_message *message)
{
    struct script_agents_flow about;
    bool good =
        script_agents_flow_read(message, &about) && !find(flows, about.stream) && about.folder[0];
    if (good)
        keep(flows, &about);
    script_agents_flow_free(&about);
    return good;
}

static struct flow_reader *reader_of(const struct flows_kept *kept, uint32_t task)
{
    for (uint32_t i = 0; i < kept->reader_count; i++) {
        if (kept->readers[i].task == task)
            return kept->readers[i].reader;
    }
    return NULL;
}

bool flows_connect(struct flows *flows, uint32_t stream, uint32_t task, int end, int fd,
                   bool is_link)
{
    const struct flows_kept *kept = find(flows, stream);
    struct flow_reader *reader = kept && !end ? reader_of(kept, task) : NULL;
    if (!kept || (!end && !reader))
        return false;
    if (reader) {
        script_flow_read(flows->hub, reader, fd);
        return true;
    }
    flows->writers = memory_grow(flows->writers, &flows->writer_room, flows->writer_count + 1,
                                 sizeof *flows->writers);
    flows->writers[flows->writer_count++] =
        (struct flows_writer){.stream = stream,
                              .task = task,
                              .errors = end == 2,
                              .is_link = is_link,
                              .writer = script_flow_write(flows->hub, kept->flow, task, fd, false)};
    return true;
}

static void end_writer(struct flows *flows, const struct flows_kept *kept,
                       const struct script_agents_change *change)
{
    for (size_t i = 0; i < flows->writer_count; i++) {
        const struct flows_writer *writer = &flows->writers[i];
        if (writer->stream != change->stream || writer->task != change->task ||
            writer->errors != change->errors)
            continue;
        if (writer->is_link)
            script_flow_writer_total(writer->writer, change->total);
        script_flow_writer_ended(flows->hub, writer->writer, change->good);
        return;
    }
    const struct script_agents_news news = {.kind = AGENTS_NEWS_TAKEN,
                                            .stream = change->stream,
                                            .task = change->task,
                                            .errors = change->errors,
                                            .kept = script_flow_is_stored(kept->flow)};
    script_flow_absent(flows->hub, kept->flow); /* it was never connected */
    tell(flows, &news);
}

static void end_reader(struct flows *flows, const struct flows_kept *kept,
                       const struct script_agents_change *change)
{
    struct flow_reader *reader = reader_of(kept, change->task);
    const struct script_agents_news news = {
        .kind = AGENTS_NEWS_RELEASED, .stream = change->stream, .task = change->task};
    if (reader)
        script_flow_reader_ended(flows->hub, reader, true);
    tell(flows, &news);
}

bool flows_change(struct flows *flows, struct script_agents_message *message)
{
    struct script_agents_change change;
    if (!script_agents_change_read(message, &change))
        return false;
    const struct flows_kept *kept = find(flows, change.stream);
    if (!kept)
        return flows->failed;
    switch (change.kind) {
    case AGENTS_CHANGE_EXPECT:
        script_flow_expect(flows->hub, kept->flow, 1);
        break;
    case AGENTS_CHANGE_ABSENT:
        script_flow_absent(flows->hub, kept->flow);
        break;
    case AGENTS_CHANGE_WRITER_ENDED:
        end_writer(flows, kept, &change);
        break;
    default:
        end_reader(flows, kept, &change);
        break;
    }
    return true;
}

void flows_accept(struct flows *flows)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    script_agents_port_step(flows->port,
                            (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec);
}

void flows_step(struct flows *flows)
{
    struct error error = {0};
    flows_accept(flows);
    if (flows->hub && !flows->failed && !script_hub_step(flows->hub, 0, &error))
        fail(flows, error.text);
}

bool flows_ask(const struct flows *flows, struct pollfd *asked)
{
    asked[0] = (struct pollfd){.fd = script_agents_port_descriptor(flows->port), .events = POLLIN};
    asked[1] = (struct pollfd){.fd = -1};
    if (!flows->hub || flows->failed)
        return true;
    asked[1] = (struct pollfd){.fd = script_hub_descriptor(flows->hub), .events = POLLIN};
    return !script_hub_has_work(flows->hub);
}
