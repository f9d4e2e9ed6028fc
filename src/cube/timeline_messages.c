/* timeline_messages.c: the messages and collective operations of a timeline. */
#include "archive/time/cycle_spread.h"
#include "cube/timeline.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>

static uint64_t wait_of(const struct cube_timeline_message *message)
{
    return message->wait_end - message->wait_start;
}

static int descending(uint64_t a, uint64_t b)
{
    return a > b ? -1 : a < b;
}

static int by_wait(const void *left, const void *right)
{
    const struct cube_timeline_message *a = left, *b = right;
    int order = descending(wait_of(a), wait_of(b));
    if (!order)
        order = descending(number_minus(a->received, a->sent), number_minus(b->received, b->sent));
    return order ? order : descending(b->sent, a->sent);
}

/* Finds message `i`. False unless both ends are on lanes that are shown. */
static bool message_at(const struct archive *archive, const uint32_t *number, size_t i,
                       struct cube_timeline_message *message)
{
    const struct archive_messages *all = &archive->messages;
    uint32_t send = all->send[i], receive = all->receive[i];
    if (send == ARCHIVE_NONE || receive == ARCHIVE_NONE)
        return false;
    uint32_t from = archive->nodes.lane[send], to = archive->nodes.lane[receive];
    *message = (struct cube_timeline_message){
        .from = number[from],
        .to = number[to],
        .send = archive->nodes.region[send],
        .receive = archive->nodes.region[receive],
        .sent = archive_spread_moment(archive, from, all->send_start[i]),
        .received = archive_spread_moment(archive, to, all->receive_end[i]),
        .wait_start = archive_spread_moment(archive, to, all->receive_start[i]),
        .bytes = all->bytes[i],
        .tag = (int32_t)all->tag[i],
    };
    uint64_t until = message->sent < message->received ? message->sent : message->received;
    message->wait_end = until > message->wait_start ? until : message->wait_start;
    return message->from != ARCHIVE_NONE && message->to != ARCHIVE_NONE;
}

/* Counts message `i`, which has not both ends on shown lanes, if it is in the range. */
static void count_hidden(struct cube_timeline *timeline, const struct archive *archive,
                         const uint32_t *number, size_t i)
{
    const struct archive_messages *all = &archive->messages;
    bool sent = all->send[i] != ARCHIVE_NONE, received = all->receive[i] != ARCHIVE_NONE;
    if (!sent && !received)
        return;
    uint32_t lane = archive->nodes.lane[sent ? all->send[i] : all->receive[i]];
    uint64_t moment =
        archive_spread_moment(archive, lane, sent ? all->send_start[i] : all->receive_end[i]);
    if (moment < timeline->start || moment > timeline->end)
        return;
    if (sent && received)
        timeline->elsewhere++;
    else if (number[lane] != ARCHIVE_NONE)
        timeline->unmatched++;
}

void cube_timeline_add_messages(struct cube_timeline *timeline, const struct archive *archive,
                                const uint32_t *number, size_t most)
{
    size_t room = 0;
    for (size_t i = 0; i < archive->messages.rows; i++) {
        struct cube_timeline_message message;
        if (!message_at(archive, number, i, &message)) {
            count_hidden(timeline, archive, number, i);
            continue;
        }
        if (message.received < timeline->start || message.sent > timeline->end)
            continue;
        timeline->messages = memory_grow(timeline->messages, &room, timeline->message_count + 1,
                                         sizeof *timeline->messages);
        timeline->messages[timeline->message_count++] = message;
    }
    timeline->messages_all = timeline->message_count;
    if (timeline->message_count)
        qsort(timeline->messages, timeline->message_count, sizeof *timeline->messages, by_wait);
    if (most && timeline->message_count > most)
        timeline->message_count = most;
}

/* One rank's row of an operation, before grouping. */
struct found {
    uint32_t instance, region, kind;
    bool root, blocking;
    uint64_t given;
    struct cube_timeline_part part;
};

static int by_instance(const void *left, const void *right)
{
    const struct found *a = left, *b = right;
    if (a->instance != b->instance)
        return a->instance < b->instance ? -1 : 1;
    if (a->part.lane != b->part.lane)
        return a->part.lane < b->part.lane ? -1 : 1;
    return descending(b->part.start, a->part.start);
}

static int by_waited(const void *left, const void *right)
{
    const struct cube_timeline_operation *a = left, *b = right;
    int order = descending(a->waited, b->waited);
    return order ? order : a->first < b->first ? -1 : a->first > b->first;
}

static struct found *find_parts(const struct cube_timeline *timeline, const struct archive *archive,
                                const uint32_t *number, size_t *count)
{
    const struct archive_collectives *all = &archive->collectives;
    struct found *parts = memory_zeroed(all->rows + 1, sizeof *parts);
    for (size_t i = 0; i < all->rows; i++) {
        if (all->begin[i] == ARCHIVE_NONE)
            continue;
        uint32_t lane = archive->nodes.lane[all->begin[i]];
        bool ended = all->end[i] != ARCHIVE_NONE;
        struct cube_timeline_part part = {
            .lane = number[lane],
            .start = archive_spread_moment(archive, lane, all->begin_start[i]),
            .end =
                archive_spread_moment(archive, lane, ended ? all->end_end[i] : all->begin_end[i]),
        };
        if (part.lane == ARCHIVE_NONE || part.end < timeline->start || part.start > timeline->end)
            continue;
        part.until = part.start;
        parts[(*count)++] = (struct found){
            .instance = all->instance[i],
            .region = archive->nodes.region[all->begin[i]],
            .kind = all->kind[i],
            .root = all->root[i] == all->place[i],
            .blocking = all->begin[i] == all->end[i] && all->begin_start[i] == all->end_start[i],
            .given = all->given[i],
            .part = part,
        };
    }
    if (*count)
        qsort(parts, *count, sizeof *parts, by_instance);
    return parts;
}

/* Finds how long each participant waits: for the last one, for the root that has the data, or not
 * at all. */
static void find_waits(struct cube_timeline *timeline, const struct found *found,
                       const struct cube_timeline_operation *operation)
{
    uint64_t last = timeline->parts[operation->last].start, root = 0;
    for (size_t i = operation->first; i < operation->first + operation->count; i++)
        root = found[i].root ? timeline->parts[i].start : root;
    for (size_t i = operation->first; i < operation->first + operation->count; i++) {
        struct cube_timeline_part *part = &timeline->parts[i];
        uint64_t until = 0;
        if (found[i].kind == ARCHIVE_COLLECTIVE_BARRIER ||
            found[i].kind == ARCHIVE_COLLECTIVE_N_TO_N ||
            (found[i].kind == ARCHIVE_COLLECTIVE_N_TO_1 && found[i].root))
            until = last;
        else if (found[i].kind == ARCHIVE_COLLECTIVE_1_TO_N && !found[i].root)
            until = root;
        if (until > part->end)
            until = part->end;
        if (found[i].blocking && until > part->start)
            part->until = until;
    }
}

/* Makes an operation of the participants from `first` to before `end`. */
static struct cube_timeline_operation operation_of(const struct cube_timeline *timeline,
                                                   const struct found *found, size_t first,
                                                   size_t end)
{
    assert(first < end);
    struct cube_timeline_operation operation = {.region = found[first].region,
                                                .first = first,
                                                .count = end - first,
                                                .last = (uint32_t)first};
    uint64_t earliest = timeline->parts[first].start;
    for (size_t i = first; i < end; i++) {
        operation.given = number_add(operation.given, found[i].given);
        if (timeline->parts[i].start > timeline->parts[operation.last].start)
            operation.last = (uint32_t)i;
        if (timeline->parts[i].start < earliest)
            earliest = timeline->parts[i].start;
    }
    operation.waited = timeline->parts[operation.last].start - earliest;
    return operation;
}

void cube_timeline_add_operations(struct cube_timeline *timeline, const struct archive *archive,
                                  const uint32_t *number, size_t most)
{
    size_t count = 0, room = 0;
    struct found *found = find_parts(timeline, archive, number, &count);
    timeline->parts = memory_zeroed(count + 1, sizeof *timeline->parts);
    for (size_t i = 0; i < count; i++)
        timeline->parts[i] = found[i].part;
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && found[end].instance == found[first].instance;)
            end++;
        if (end - first < 2) /* alone: nothing to connect */
            continue;
        timeline->operations =
            memory_grow(timeline->operations, &room, timeline->operation_count + 1,
                        sizeof *timeline->operations);
        struct cube_timeline_operation operation = operation_of(timeline, found, first, end);
        find_waits(timeline, found, &operation);
        timeline->operations[timeline->operation_count++] = operation;
    }
    free(found);
    timeline->operations_all = timeline->operation_count;
    if (timeline->operation_count)
        qsort(timeline->operations, timeline->operation_count, sizeof *timeline->operations,
              by_waited);
    if (most && timeline->operation_count > most)
        timeline->operation_count = most;
}
