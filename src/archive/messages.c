/* messages.c: each receive matched to its send, by their orders alone: see format/event.h. */
#include "archive/messages.h"

#include "archive/schema.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct matching {
    struct archive *archive;
    struct message_log log;
    struct message {
        const struct message_end *send, *receive; /* NULL: none */
    } * messages;
    size_t count, room;
};

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_order(const void *left, const void *right)
{
    const struct message_act *a = left, *b = right;
    int order = compare(a->communicator, b->communicator);
    return order ? order : compare(a->number, b->number);
}

static int by_mark(const void *left, const void *right)
{
    const struct message_mark *a = left, *b = right;
    int order = compare(a->communicator, b->communicator);
    if (!order)
        order = compare(a->number, b->number);
    return order ? order : compare(b->ended, a->ended);
}

/* From whom to whom, and with what. */
static int compare_way(const struct message_end *a, const struct message_end *b)
{
    int order = compare(a->group, b->group);
    if (!order)
        order = compare(a->source, b->source);
    if (!order)
        order = compare(a->target, b->target);
    return order ? order : compare(a->tag, b->tag);
}

/* What cannot be matched stands behind. */
static int by_way(const void *left, const void *right)
{
    const struct message_end *a = left, *b = right;
    int order = compare_way(a, b);
    if (!order)
        order = compare(a->lost, b->lost);
    return order ? order : compare(a->span.act.number, b->span.act.number);
}

static uint64_t time_of(const struct message *message)
{
    return message->send ? message->send->span.act.start : message->receive->span.act.start;
}

static int by_time(const void *left, const void *right)
{
    const struct message *a = left, *b = right;
    int order = compare(time_of(a), time_of(b));
    const struct message_end *x = a->send ? a->send : a->receive,
                             *y = b->send ? b->send : b->receive;
    if (!order)
        order = compare(x->span.act.communicator, y->span.act.communicator);
    return order ? order : compare(x->span.act.number, y->span.act.number);
}

static void sort(void *all, size_t count, size_t size,
                 int (*order)(const void *left, const void *right))
{
    if (count)
        qsort(all, count, size, order);
}

/* Who is who. */
static void prepare(struct message_log *log, struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    const struct archive_communicators *all = &archive->communicators;
    struct interned *groups = interned_new();
    log->archive = archive;
    log->jobs = interned_new();
    log->job = memory_zeroed(places->rows + 1, sizeof *log->job);
    log->group = memory_zeroed(all->rows + 1, sizeof *log->group);
    for (uint32_t i = 0; i < places->rows; i++) {
        log->job[i] = interned_add(log->jobs, &places->job[i], sizeof places->job[i]);
        if (places->rank[i] != ARCHIVE_NONE)
            pairs_add(&log->places, log->job[i], places->rank[i], i);
    }
    for (uint32_t i = 0; i < all->rows; i++) {
        const uint64_t key[] = {places->job[all->place[i]], all->id[i]};
        log->group[i] = interned_add(groups, key, sizeof key);
        pairs_add(&log->communicators, all->place[i], all->number[i], i);
    }
    interned_free(groups);
}

static void release(struct message_log *log)
{
    for (int i = 0; i < MESSAGE_LISTS; i++)
        free(log->lists[i].all);
    free(log->marks.all);
    free(log->group);
    free(log->job);
    pairs_free(&log->communicators);
    pairs_free(&log->places);
    interned_free(log->jobs);
}

void message_find_others(struct message_list *spans, struct message_list *others)
{
    size_t j = 0;
    sort(spans->all, spans->count, spans->size, by_order);
    sort(others->all, others->count, others->size, by_order);
    for (size_t i = 0; i < spans->count; i++) {
        struct message_span *span = message_at(spans, i);
        while (j < others->count && by_order(message_at(others, j), span) < 0)
            j++;
        if (j < others->count && !by_order(message_at(others, j), span))
            span->other = message_at(others, j);
    }
}

/* Sends have their numbers without gaps: behind one that is missing, nothing is certain. They are
 * sorted by their orders. */
static void find_lost_sends(const struct message_list *sends)
{
    uint64_t next = 0;
    uint32_t communicator = ARCHIVE_NONE;
    bool lost = false;
    for (size_t i = 0; i < sends->count; i++) {
        struct message_end *send = message_at(sends, i);
        if (send->span.act.communicator != communicator) {
            communicator = send->span.act.communicator;
            next = 0;
            lost = false;
        }
        lost |= send->span.act.number != next++;
        send->lost = lost;
    }
}

/* The first receive of each communicator that is missing, or has not ended as far as is known. */
static uint64_t *find_limits(struct message_marks *marks, size_t communicators)
{
    uint64_t *limit = memory_zeroed(communicators + 1, sizeof *limit);
    bool *closed = memory_zeroed(communicators + 1, sizeof *closed);
    sort(marks->all, marks->count, sizeof *marks->all, by_mark);
    for (size_t i = 0; i < marks->count; i++) {
        const struct message_mark *mark = &marks->all[i];
        uint64_t *next = &limit[mark->communicator];
        if (closed[mark->communicator] || mark->number < *next)
            continue;
        if (mark->number == *next && mark->ended)
            ++*next;
        else
            closed[mark->communicator] = true;
    }
    free(closed);
    return limit;
}

static void find_lost_receives(struct message_log *log)
{
    const struct message_list *receives = &log->lists[MESSAGE_RECEIVES];
    uint64_t *limit = find_limits(&log->marks, log->archive->communicators.rows);
    for (size_t i = 0; i < receives->count; i++) {
        struct message_end *receive = message_at(receives, i);
        receive->lost = receive->span.act.number >= limit[receive->span.act.communicator];
    }
    free(limit);
}

static void add_message(struct matching *matching, const struct message_end *send,
                        const struct message_end *receive)
{
    matching->messages = memory_grow(matching->messages, &matching->room, matching->count + 1,
                                     sizeof *matching->messages);
    matching->messages[matching->count++] = (struct message){send, receive};
}

/* Those of one way are received in the order of their sends. */
static void match(struct matching *matching)
{
    const struct message_list *sends = &matching->log.lists[MESSAGE_SENDS];
    const struct message_list *receives = &matching->log.lists[MESSAGE_RECEIVES];
    size_t i = 0, j = 0;
    sort(sends->all, sends->count, sends->size, by_way);
    sort(receives->all, receives->count, receives->size, by_way);
    while (i < sends->count || j < receives->count) {
        const struct message_end *send = i < sends->count ? message_at(sends, i) : NULL;
        const struct message_end *receive = j < receives->count ? message_at(receives, j) : NULL;
        int order = !send ? 1 : !receive ? -1 : compare_way(send, receive);
        if (!order && !send->lost && !receive->lost && receive->bytes <= send->bytes) {
            add_message(matching, send, receive);
            i++;
            j++;
        } else if (order < 0 || (!order && send->lost)) {
            add_message(matching, send, NULL);
            i++;
        } else if (order > 0 || receive->lost) {
            add_message(matching, NULL, receive);
            j++;
        } else { /* more came than was sent: these are no partners */
            add_message(matching, send, NULL);
            add_message(matching, NULL, receive);
            i++;
            j++;
        }
    }
    sort(matching->messages, matching->count, sizeof *matching->messages, by_time);
}

uint32_t message_place(const struct message_log *log, uint32_t communicator, uint32_t rank)
{
    uint32_t place = log->archive->communicators.place[communicator];
    uint32_t row = pairs_find(&log->places, log->job[place], rank);
    return row == PAIRS_NONE ? ARCHIVE_NONE : row;
}

static void fill_send(struct archive *archive, size_t i, const struct message_end *send)
{
    struct archive_messages *all = &archive->messages;
    const struct message_act *finish = send->span.other;
    if (!finish && !message_only_begins(archive, send->span.act.node))
        finish = &send->span.act;
    all->send[i] = send->span.act.node;
    all->send_start[i] = send->span.act.start;
    all->send_end[i] = send->span.act.end;
    all->finish[i] = finish ? finish->node : ARCHIVE_NONE;
    all->finish_start[i] = finish ? finish->start : 0;
    all->finish_end[i] = finish ? finish->end : 0;
}

static void fill_receive(struct archive_messages *all, size_t i, const struct message_end *receive)
{
    const struct message_act *post = receive->span.other ? receive->span.other : &receive->span.act;
    all->receive[i] = receive->span.act.node;
    all->receive_start[i] = receive->span.act.start;
    all->receive_end[i] = receive->span.act.end;
    all->post[i] = post->node;
    all->post_start[i] = post->start;
}

static void fill(struct matching *matching)
{
    schema_add_rows(matching->archive, SCHEMA_MESSAGES, matching->count);
    struct archive_messages *all = &matching->archive->messages;
    for (size_t i = 0; i < matching->count; i++) {
        const struct message_end *send = matching->messages[i].send;
        const struct message_end *receive = matching->messages[i].receive;
        const struct message_end *one = send ? send : receive;
        all->communicator[i] = one->span.act.communicator;
        all->source[i] = message_place(&matching->log, one->span.act.communicator, one->source);
        all->target[i] = message_place(&matching->log, one->span.act.communicator, one->target);
        all->tag[i] = one->tag;
        all->bytes[i] = receive ? receive->bytes : send->bytes;
        all->send[i] = all->finish[i] = all->receive[i] = all->post[i] = ARCHIVE_NONE;
        if (send)
            fill_send(matching->archive, i, send);
        if (receive)
            fill_receive(all, i, receive);
    }
}

bool archive_find_messages(struct archive *archive, struct error *error)
{
    (void)error;
    if (archive->sealed || archive->matched || !archive->communicators.rows)
        return true;
    struct matching matching = {.archive = archive};
    struct message_list *lists = matching.log.lists;
    archive->matched = true;
    prepare(&matching.log, archive);
    for (size_t i = 0; i < archive->events->count; i++) {
        struct event_log *log = &archive->events->logs[i];
        if (archive->places.rank[log->place] != ARCHIVE_NONE)
            message_log_read(&matching.log, log);
    }
    message_find_others(&lists[MESSAGE_SENDS], &lists[MESSAGE_FINISHES]);
    message_find_others(&lists[MESSAGE_RECEIVES], &lists[MESSAGE_POSTS]);
    find_lost_sends(&lists[MESSAGE_SENDS]);
    find_lost_receives(&matching.log);
    match(&matching);
    fill(&matching);
    free(matching.messages);
    collectives_fill(&matching.log);
    release(&matching.log);
    return true;
}
