/* messages.c: see messages.h. doc/view.md has the layout of the answer. */
#include "serve/messages.h"
#include "serve/part.h"

#include "analysis/delays/waits.h"
#include "archive/time/cycle_spread.h"
#include "serve/bytes.h"
#include "serve/lanes.h"
#include "serve/range.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

enum {
    VERSION = 1,
    USUAL = 2000,
    MOST = 100000,
    FLAG_THINNED = 1,
    MESSAGE_LATE_SENDER = 1,
    MESSAGE_LATE_RECEIVER = 2,
    MESSAGE_COLLECTIVE = 4,
};

struct message {
    uint64_t sent, received; /* ns on the clock of all cycles */
    uint64_t bytes;          /* ARCHIVE_UNKNOWN: not known */
    uint32_t from, to, region, flags;
};

/* Messages that are being chosen. */
struct choosing {
    const struct archive *archive;
    struct serve_range range;
    uint8_t *lanes; /* by row: it is shown */
    struct message *messages;
    size_t count, room;
};

/* Keeps a message if it touches the range, and both of its lanes are shown. */
static void keep(struct choosing *choosing, const struct message *message)
{
    uint64_t from = choosing->range.zero + choosing->range.from;
    uint64_t to = choosing->range.zero + choosing->range.to;
    if (!choosing->lanes[message->from] || !choosing->lanes[message->to] ||
        message->received < from || message->sent > to)
        return;
    choosing->messages = memory_grow(choosing->messages, &choosing->room, choosing->count + 1,
                                     sizeof *choosing->messages);
    choosing->messages[choosing->count++] = *message;
}

/* Returns who waited, as the report counts waits: the receiver, in a call that began before the
 * send, or the sender, in a call that could not end before the receive was posted. */
static uint32_t lateness(const struct archive *archive, size_t i, const struct message *message)
{
    const struct archive_messages *all = &archive->messages;
    uint64_t posted = archive_spread_moment(archive, message->to, all->post_start[i]);
    uint64_t waited = archive_spread_moment(archive, message->to, all->receive_start[i]);
    uint64_t since = archive_spread_moment(archive, message->from, all->finish_start[i]);
    uint64_t until = archive_spread_moment(archive, message->from, all->finish_end[i]);
    bool synchronous = all->finish_end[i] && analysis_delay_needs_receive(archive, i);
    return (waited < message->sent ? MESSAGE_LATE_SENDER : 0) |
           (synchronous && posted > since && posted < until ? MESSAGE_LATE_RECEIVER : 0);
}

static void find_messages(struct choosing *choosing)
{
    const struct archive *archive = choosing->archive;
    const struct archive_messages *all = &archive->messages;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t send = all->send[i], receive = all->receive[i];
        if (send >= archive->nodes.rows || receive >= archive->nodes.rows)
            continue;
        struct message message = {
            .from = archive->nodes.lane[send],
            .to = archive->nodes.lane[receive],
            .region = archive->nodes.region[send],
            .bytes = all->bytes[i],
        };
        message.sent = archive_spread_moment(archive, message.from, all->send_start[i]);
        message.received = archive_spread_moment(archive, message.to, all->receive_end[i]);
        message.flags = lateness(archive, i, &message);
        keep(choosing, &message);
    }
}

/* Returns the participant of an operation, rows `first` to before `end`, that began last; `end`:
 * none is known. */
static size_t last_of(const struct archive_collectives *all, size_t first, size_t end, size_t nodes)
{
    size_t last = end;
    for (size_t i = first; i < end; i++) {
        if (all->begin[i] < nodes && (last == end || all->begin_start[i] > all->begin_start[last]))
            last = i;
    }
    return last;
}

/* A collective operation: a line from the participant that came last to each of the others. */
static void find_collectives(struct choosing *choosing)
{
    const struct archive *archive = choosing->archive;
    const struct archive_collectives *all = &archive->collectives;
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t first = 0, end; first < all->rows; first = end) {
        for (end = first + 1; end < all->rows && all->instance[end] == all->instance[first];)
            end++;
        size_t last = last_of(all, first, end, nodes->rows);
        for (size_t i = first; i < end && last < end; i++) {
            if (i == last || all->begin[i] >= nodes->rows || all->end[i] >= nodes->rows)
                continue;
            struct message message = {
                .from = nodes->lane[all->begin[last]],
                .to = nodes->lane[all->begin[i]],
                .region = nodes->region[all->begin[i]],
                .bytes = all->taken[i],
                .flags = MESSAGE_COLLECTIVE,
            };
            message.sent = archive_spread_moment(archive, message.from, all->begin_start[last]);
            message.received = archive_spread_moment(archive, message.to, all->end_end[i]);
            keep(choosing, &message);
        }
    }
}

static int by_length(const void *left, const void *right)
{
    const struct message *a = left, *b = right;
    uint64_t first = number_minus(a->received, a->sent),
             second = number_minus(b->received, b->sent);
    if (first != second)
        return first > second ? -1 : 1;
    return a->sent < b->sent ? -1 : a->sent > b->sent;
}

/* Keeps at most `most` messages: the half of them that take longest, and evenly chosen ones of the
 * others. */
static void thin_out(struct choosing *choosing, size_t most)
{
    if (choosing->count <= most)
        return;
    qsort(choosing->messages, choosing->count, sizeof *choosing->messages, by_length);
    size_t longest = most - most / 2, rest = choosing->count - longest;
    for (size_t i = 0; i < most / 2; i++)
        choosing->messages[longest + i] =
            choosing->messages[longest + number_scale(i, rest, most / 2)];
    choosing->count = most;
}

static void write_messages(struct buffer *to, const struct choosing *choosing, uint64_t total)
{
    buffer_add_bytes(to, "TRIM", 4);
    serve_bytes_u32(to, VERSION);
    serve_bytes_u32(to, (uint32_t)choosing->count);
    serve_bytes_u32(to, choosing->count < total ? FLAG_THINNED : 0);
    serve_bytes_u64(to, total);
    for (size_t i = 0; i < choosing->count; i++) {
        const struct message *message = &choosing->messages[i];
        serve_bytes_u64(to, number_minus(message->sent, choosing->range.zero));
        serve_bytes_u64(to, number_minus(message->received, choosing->range.zero));
        serve_bytes_u32(to, message->from);
        serve_bytes_u32(to, message->to);
        serve_bytes_u64(to, message->bytes);
        serve_bytes_u32(to, message->region);
        serve_bytes_u32(to, message->flags);
    }
}

static bool choose(struct choosing *choosing, struct archive *archive,
                   const struct serve_request *request, uint64_t most, struct serve_answer *answer)
{
    struct error error = {0};
    if (!archive_find_messages(archive, &error))
        return serve_answer_error(answer, SERVE_CONFLICT, error.text, NULL);
    find_messages(choosing);
    if (serve_values_flag(&request->values, "collectives"))
        find_collectives(choosing);
    uint64_t total = choosing->count;
    thin_out(choosing, (size_t)most);
    write_messages(&answer->body, choosing, total);
    answer->status = SERVE_OK;
    answer->type = "application/octet-stream";
    return true;
}

bool serve_messages(struct serve_run *run, const struct serve_request *request,
                    struct serve_answer *answer)
{
    run = serve_part_of(run, request, answer);
    if (!run)
        return false;
    struct choosing choosing = {.archive = run->archive};
    struct serve_lanes lanes;
    uint64_t most = USUAL;
    size_t rows = run->archive->lanes.rows;
    bool good = serve_lanes_read(&lanes, request, rows, answer) &&
                serve_range_read(&choosing.range, request, run->archive, answer);
    if (good && !serve_values_number(&request->values, "most", 1, MOST, &most))
        good =
            serve_answer_error(answer, SERVE_BAD_REQUEST, "`most` must be from 1 to 100000", NULL);
    choosing.lanes = memory_zeroed(rows + 1, 1);
    for (size_t i = 0; good && i < lanes.count; i++)
        choosing.lanes[lanes.rows[i]] = 1;
    good = good && choose(&choosing, run->archive, request, most, answer);
    free(choosing.lanes);
    free(choosing.messages);
    serve_lanes_free(&lanes);
    return good;
}
