/* match.c: matches each receive with its send. Messages with the same (communicator, source,
 * target, tag) are received in the order of their sends. If the first ones are missing, they are
 * counted from the last one. Without a source, that is the order of time. */
#include "archive/messages/messages.h"

#include "util/memory.h"

#include <stdlib.h>

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

/* Compares (communicator, source, target, tag), which is called a way below. */
static int compare_way(const struct archive_message_end *a, const struct archive_message_end *b)
{
    int order = compare(a->group, b->group);
    if (!order)
        order = compare(a->source, b->source);
    if (!order)
        order = compare(a->target, b->target);
    return order ? order : compare(a->tag, b->tag);
}

/* Within a way, ends after a gap come last. */
int archive_message_way(const void *left, const void *right)
{
    const struct archive_message_end *a = left, *b = right;
    int order = compare_way(a, b);
    if (!order)
        order = compare(a->lost, b->lost);
    if (!order && a->source == FORMAT_ANY)
        order = compare(a->span.act.start, b->span.act.start);
    return order ? order : compare(a->span.act.number, b->span.act.number);
}

static int by_time(const void *left, const void *right)
{
    const struct archive_message_row *a = left, *b = right;
    int order = compare(a->time, b->time);
    if (!order)
        order = compare(a->communicator, b->communicator);
    return order ? order : compare(a->number, b->number);
}

uint32_t archive_message_place(const struct archive_message_log *log, uint32_t communicator,
                               uint32_t rank)
{
    return archive_rank_index_place(&log->ranks, log->archive->communicators.place[communicator],
                                    rank);
}

static void set_send(const struct archive *archive, struct archive_message_row *row,
                     const struct archive_message_end *send)
{
    const struct archive_message_span *span = &send->span;
    if (send->source == FORMAT_ANY)
        row->source = archive->communicators.place[span->act.communicator];
    row->send = span->act.node;
    row->send_start = span->act.start;
    row->send_end = span->act.end;
    if (span->has_other) {
        row->finish = span->other_node;
        row->finish_start = span->other_start;
        row->finish_end = span->other_end;
    } else if (!archive_message_only_begins(archive, span->act.node)) {
        row->finish = span->act.node;
        row->finish_start = span->act.start;
        row->finish_end = span->act.end;
    }
}

static void set_receive(struct archive_message_row *row, const struct archive_message_end *receive)
{
    const struct archive_message_span *span = &receive->span;
    row->receive = span->act.node;
    row->receive_start = span->act.start;
    row->receive_end = span->act.end;
    row->post = span->has_other ? span->other_node : span->act.node;
    row->post_start = span->has_other ? span->other_start : span->act.start;
}

/* Makes the row of a message from one of its ends. */
static struct archive_message_row row_of(const struct archive_message_log *log,
                                         const struct archive_message_end *one)
{
    uint32_t communicator = one->span.act.communicator;
    return (struct archive_message_row){
        .time = one->span.act.start,
        .number = one->span.act.number,
        .communicator = communicator,
        .source = one->source == FORMAT_ANY ? ARCHIVE_NONE
                                            : archive_message_place(log, communicator, one->source),
        .target = archive_message_place(log, communicator, one->target),
        .tag = one->tag,
        .bytes = one->bytes,
        .send = ARCHIVE_NONE,
        .finish = ARCHIVE_NONE,
        .receive = ARCHIVE_NONE,
        .post = ARCHIVE_NONE,
    };
}

/* Adds a send without its receive. `filtered`: the receive is known, but its act was filtered. */
static void add_send(const struct archive_message_log *log, struct sorter *messages,
                     const struct archive_message_end *send, bool filtered)
{
    struct archive_message_row row = row_of(log, send);
    if (send->filtered)
        return;
    row.filtered = filtered ? ARCHIVE_FILTERED_RECEIVE : 0;
    set_send(log->archive, &row, send);
    archive_sorter_add(messages, &row);
}

static void add_receive(const struct archive_message_log *log, struct sorter *messages,
                        const struct archive_message_end *receive, bool filtered)
{
    struct archive_message_row row = row_of(log, receive);
    if (receive->filtered)
        return;
    row.filtered = filtered ? ARCHIVE_FILTERED_SEND : 0;
    set_receive(&row, receive);
    archive_sorter_add(messages, &row);
}

static void add_both(const struct archive_message_log *log, struct sorter *messages,
                     const struct archive_message_end *send,
                     const struct archive_message_end *receive)
{
    struct archive_message_row row = row_of(log, send);
    bool is_anonymous = send->source == FORMAT_ANY;
    bool is_received = receive->bytes != FORMAT_UNSIZED && (receive->bytes || !is_anonymous);
    row.bytes = is_received ? receive->bytes : send->bytes;
    set_send(log->archive, &row, send);
    set_receive(&row, receive);
    archive_sorter_add(messages, &row);
}

static void add_partners(const struct archive_message_log *log, struct sorter *messages,
                         const struct archive_message_end *send,
                         const struct archive_message_end *receive)
{
    if (send->filtered || receive->filtered) {
        add_send(log, messages, send, receive->filtered);
        add_receive(log, messages, receive, send->filtered);
    } else {
        add_both(log, messages, send, receive);
    }
}

/* All sends, or all receives, of one way. */
struct ends {
    struct archive_message_end *all;
    size_t count, room;
    size_t tail; /* number of the last ones, among and after which none is missing */
};

/* Collects the ends of a way, from `first` on. Returns the first one of the next way, or NULL. */
static const struct archive_message_end *collect(struct ends *ends, struct sorter *from,
                                                 const struct archive_message_end *first)
{
    const struct archive_message_end *next = first;
    do {
        ends->all = memory_grow(ends->all, &ends->room, ends->count + 1, sizeof *ends->all);
        ends->all[ends->count++] = *next;
        next = archive_sorter_next(from);
    } while (next && !compare_way(next, &ends->all[0]));
    while (ends->tail < ends->count && ends->all[ends->count - 1 - ends->tail].tail)
        ends->tail++;
    return next;
}

/* False if their sizes are not those of one message. A receive may get less than was sent; without
 * a source, only the same size tells that it is not the message of somebody else. */
static bool have_fitting_bytes(const struct archive_message_end *send,
                               const struct archive_message_end *receive)
{
    if (receive->bytes == FORMAT_UNSIZED || send->bytes == FORMAT_UNSIZED)
        return true;
    if (send->source == FORMAT_ANY && receive->bytes && send->bytes)
        return receive->bytes == send->bytes;
    return receive->bytes <= send->bytes;
}

/* False if this cannot be the receive of that send. Times on different hosts are not compared. */
static bool may_be_partners(const struct archive_message_log *log,
                            const struct archive_message_end *send,
                            const struct archive_message_end *receive)
{
    const struct archive *archive = log->archive;
    const uint32_t *place = archive->communicators.place;
    uint32_t from = place[send->span.act.communicator], to = place[receive->span.act.communicator];
    if (send->filtered || receive->filtered)
        return true;
    return have_fitting_bytes(send, receive) &&
           (archive->places.host[from] != archive->places.host[to] ||
            receive->span.act.end >= send->span.act.start);
}

/* Returns the number of partners of a way, counted from its end. When both sides have ended, all
 * messages were received, so the last receive has the last send. If one pair is impossible, none is
 * matched. */
static size_t count_partners(const struct archive_message_log *log, const struct ends *sends,
                             const struct ends *receives)
{
    size_t count = sends->tail < receives->tail ? sends->tail : receives->tail;
    for (size_t i = 1; i <= count; i++) {
        if (!may_be_partners(log, &sends->all[sends->count - i],
                             &receives->all[receives->count - i]))
            return 0;
    }
    return count;
}

/* Matches a way whose first ends are missing on one or both sides. */
static void match_from_end(struct archive_message_log *log, struct sorter *messages,
                           const struct archive_message_end **send,
                           const struct archive_message_end **receive)
{
    struct ends sends = {0}, receives = {0};
    *send = collect(&sends, log->sends, *send);
    *receive = collect(&receives, log->receives, *receive);
    size_t count = count_partners(log, &sends, &receives);
    for (size_t i = 0; i < sends.count - count; i++)
        add_send(log, messages, &sends.all[i], false);
    for (size_t i = 0; i < receives.count - count; i++)
        add_receive(log, messages, &receives.all[i], false);
    for (size_t i = count; i > 0; i--)
        add_partners(log, messages, &sends.all[sends.count - i], &receives.all[receives.count - i]);
    free(sends.all);
    free(receives.all);
}

static void match_all(struct archive_message_log *log, struct sorter *messages)
{
    const struct archive_message_end *send = archive_sorter_next(log->sends);
    const struct archive_message_end *receive = archive_sorter_next(log->receives);
    struct archive_message_end way = {0}; /* the current way */
    bool begun = false;
    while (send || receive) {
        int order = !send ? 1 : !receive ? -1 : compare_way(send, receive);
        if (!order && (!begun || compare_way(send, &way) != 0) && (send->lost || receive->lost)) {
            match_from_end(log, messages, &send, &receive);
            continue;
        }
        if (!order) {
            way = *send;
            begun = true;
        }
        bool both = !order && !send->lost && !receive->lost;
        if (both && (send->filtered || receive->filtered || have_fitting_bytes(send, receive))) {
            add_partners(log, messages, send, receive);
        } else if (order < 0 || (!order && send->lost)) {
            add_send(log, messages, send, false);
            order = -1;
        } else if (order > 0 || receive->lost) {
            add_receive(log, messages, receive, false);
            order = 1;
        } else { /* not partners */
            add_send(log, messages, send, false);
            add_receive(log, messages, receive, false);
        }
        if (order <= 0)
            send = archive_sorter_next(log->sends);
        if (order >= 0)
            receive = archive_sorter_next(log->receives);
    }
}

bool archive_message_match(struct archive_message_log *log, const struct archive_message_sink *sink,
                           struct error *error)
{
    if (!archive_sorter_begin(log->sends, error) || !archive_sorter_begin(log->receives, error))
        return false;
    struct sorter *messages =
        archive_sorter_new(sizeof(struct archive_message_row), MESSAGE_MOST, by_time, log->folder);
    match_all(log, messages);
    bool good = archive_sorter_end(log->sends, error) && archive_sorter_end(log->receives, error);
    good = good && archive_sorter_begin(messages, error);
    for (const struct archive_message_row *row; good && (row = archive_sorter_next(messages));)
        sink->message(sink->to, row);
    good = good && archive_sorter_end(messages, error);
    archive_sorter_free(messages);
    return good;
}
