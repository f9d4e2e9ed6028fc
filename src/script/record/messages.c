/* messages.c: see messages.h */
#include "script/record/messages.h"

#include "util/memory.h"

#include <stdlib.h>

enum { MOST = 1000000 }; /* messages */

static bool has_run(const struct script_task_run *run)
{
    return run->attempts && run->end > run->start && run->state >= SCRIPT_DONE &&
           run->state != SCRIPT_KEPT;
}

static void add(struct record_ends *ends, struct record_end end)
{
    ends->list = memory_grow(ends->list, &ends->room, ends->count + 1, sizeof *ends->list);
    ends->list[ends->count++] = end;
}

static uint64_t within(uint64_t time, const struct script_task_run *run)
{
    return time < run->start ? run->start : time > run->end ? run->end : time;
}

/* What the messages are made from, and how many each place has sent and received. */
struct search {
    const struct script_run_result *result;
    const struct record_visits *visits;
    uint64_t *sent, *received;
};

/* A message is sent when its writer has ended, and received then, or when its reader has started;
 * a reader that ended before had it then. */
static void add_pair(struct record_ends *ends, const struct search *search, uint32_t stream,
                     uint32_t writer, uint32_t reader)
{
    const struct script_task_run *from = &search->result->tasks[writer],
                                 *to = &search->result->tasks[reader];
    if (!has_run(from) || !has_run(to) || !from->written)
        return;
    uint64_t received = within(from->end, to), sent = within(received, from);
    if (sent > received)
        return;
    uint32_t source = record_visits_place(search->visits, from),
             target = record_visits_place(search->visits, to);
    add(ends, (struct record_end){.task = writer,
                                  .stream = stream,
                                  .time = sent,
                                  .peer = target,
                                  .order = search->sent[source]++,
                                  .bytes = from->written,
                                  .sends = true});
    add(ends, (struct record_end){.task = reader,
                                  .stream = stream,
                                  .time = received,
                                  .peer = source,
                                  .order = search->received[target]++,
                                  .bytes = from->written});
}

static int by_task(const void *a, const void *b)
{
    const struct record_end *left = a, *right = b;
    if (left->task != right->task)
        return left->task < right->task ? -1 : 1;
    if (left->time != right->time)
        return left->time < right->time ? -1 : 1;
    if (left->sends != right->sends)
        return left->sends ? 1 : -1;
    return left->order < right->order ? -1 : left->order > right->order;
}

void record_ends_find(struct record_ends *ends, const struct script_graph *graph,
                      const struct script_run_result *result, const struct record_visits *visits)
{
    struct search search = {.result = result, .visits = visits};
    search.sent = memory_zeroed(visits->place_count + (size_t)1, sizeof *search.sent);
    search.received = memory_zeroed(visits->place_count + (size_t)1, sizeof *search.received);
    *ends = (struct record_ends){.all = true};
    for (uint32_t i = 0; i < graph->stream_count && ends->all; i++) {
        const struct script_stream *stream = &graph->streams[i];
        ends->all = (ends->count / 2) + stream->writers.count * stream->readers.count <= MOST;
        for (size_t w = 0; ends->all && w < stream->writers.count; w++) {
            for (size_t r = 0; r < stream->readers.count; r++)
                add_pair(ends, &search, i, stream->writers.list[w], stream->readers.list[r]);
        }
    }
    if (ends->count)
        qsort(ends->list, ends->count, sizeof *ends->list, by_task);
    free(search.sent);
    free(search.received);
}
