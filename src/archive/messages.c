/* messages.c: each receive matched to its send, by their orders alone: see format/event.h. */
#include "archive/messages.h"

#include "archive/schema.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct matching {
    struct archive *archive;
    struct message_log log;
    uint32_t *group;
    struct interned *jobs;
    struct pairs places; /* (job, rank) -> row of places */
    uint32_t *job;       /* by row of places: number in `jobs` */
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
    const struct message_end *a = left, *b = right;
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
    return order ? order : compare(a->number, b->number);
}

static uint64_t time_of(const struct message *message)
{
    return message->send ? message->send->start : message->receive->start;
}

static int by_time(const void *left, const void *right)
{
    const struct message *a = left, *b = right;
    int order = compare(time_of(a), time_of(b));
    const struct message_end *x = a->send ? a->send : a->receive,
                             *y = b->send ? b->send : b->receive;
    if (!order)
        order = compare(x->communicator, y->communicator);
    return order ? order : compare(x->number, y->number);
}

static void sort(void *all, size_t count, size_t size,
                 int (*order)(const void *left, const void *right))
{
    if (count)
        qsort(all, count, size, order);
}

/* Who is who. */
static void prepare(struct matching *matching)
{
    struct archive *archive = matching->archive;
    const struct archive_places *places = &archive->places;
    const struct archive_communicators *all = &archive->communicators;
    struct interned *groups = interned_new();
    matching->jobs = interned_new();
    matching->job = memory_zeroed(places->rows + 1, sizeof *matching->job);
    matching->group = memory_zeroed(all->rows + 1, sizeof *matching->group);
    for (uint32_t i = 0; i < places->rows; i++) {
        matching->job[i] = interned_add(matching->jobs, &places->job[i], sizeof places->job[i]);
        if (places->rank[i] != ARCHIVE_NONE)
            pairs_add(&matching->places, matching->job[i], places->rank[i], i);
    }
    for (uint32_t i = 0; i < all->rows; i++) {
        const uint64_t key[] = {places->job[all->place[i]], all->id[i]};
        matching->group[i] = interned_add(groups, key, sizeof key);
        pairs_add(&matching->log.communicators, all->place[i], all->number[i], i);
    }
    interned_free(groups);
    matching->log.archive = archive;
    matching->log.group = matching->group;
}

/* Sends have their numbers without gaps: behind one that is missing, nothing is certain. */
static void find_lost_sends(struct message_ends *sends)
{
    uint64_t next = 0;
    bool lost = false;
    sort(sends->all, sends->count, sizeof *sends->all, by_order);
    for (size_t i = 0; i < sends->count; i++) {
        struct message_end *send = &sends->all[i];
        if (!i || send->communicator != sends->all[i - 1].communicator) {
            next = 0;
            lost = false;
        }
        lost |= send->number != next++;
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

static void find_lost_receives(struct matching *matching)
{
    struct message_ends *receives = &matching->log.receives;
    uint64_t *limit = find_limits(&matching->log.marks, matching->archive->communicators.rows);
    for (size_t i = 0; i < receives->count; i++)
        receives->all[i].lost = receives->all[i].number >= limit[receives->all[i].communicator];
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
    const struct message_ends *sends = &matching->log.sends, *receives = &matching->log.receives;
    size_t i = 0, j = 0;
    sort(sends->all, sends->count, sizeof *sends->all, by_way);
    sort(receives->all, receives->count, sizeof *receives->all, by_way);
    while (i < sends->count || j < receives->count) {
        const struct message_end *send = i < sends->count ? &sends->all[i] : NULL;
        const struct message_end *receive = j < receives->count ? &receives->all[j] : NULL;
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

static uint32_t place_of(const struct matching *matching, uint32_t communicator, uint32_t rank)
{
    uint32_t place = matching->archive->communicators.place[communicator];
    uint32_t row = pairs_find(&matching->places, matching->job[place], rank);
    return row == PAIRS_NONE ? ARCHIVE_NONE : row;
}

static void fill(struct matching *matching)
{
    schema_add_rows(matching->archive, SCHEMA_MESSAGES, matching->count);
    struct archive_messages *all = &matching->archive->messages;
    for (size_t i = 0; i < matching->count; i++) {
        const struct message_end *send = matching->messages[i].send;
        const struct message_end *receive = matching->messages[i].receive;
        const struct message_end *one = send ? send : receive;
        all->communicator[i] = one->communicator;
        all->source[i] = place_of(matching, one->communicator, one->source);
        all->target[i] = place_of(matching, one->communicator, one->target);
        all->tag[i] = one->tag;
        all->bytes[i] = receive ? receive->bytes : send->bytes;
        all->send[i] = send ? send->node : ARCHIVE_NONE;
        all->receive[i] = receive ? receive->node : ARCHIVE_NONE;
        all->send_start[i] = send ? send->start : 0;
        all->send_end[i] = send ? send->end : 0;
        all->receive_start[i] = receive ? receive->start : 0;
        all->receive_end[i] = receive ? receive->end : 0;
    }
}

bool archive_find_messages(struct archive *archive, struct error *error)
{
    (void)error;
    if (archive->sealed || archive->matched || !archive->communicators.rows)
        return true;
    struct matching matching = {.archive = archive};
    archive->matched = true;
    prepare(&matching);
    for (size_t i = 0; i < archive->events->count; i++) {
        struct event_log *log = &archive->events->logs[i];
        if (archive->places.rank[log->place] != ARCHIVE_NONE)
            message_log_read(&matching.log, log);
    }
    find_lost_sends(&matching.log.sends);
    find_lost_receives(&matching);
    match(&matching);
    fill(&matching);
    free(matching.messages);
    free(matching.log.sends.all);
    free(matching.log.receives.all);
    free(matching.log.marks.all);
    free(matching.group);
    free(matching.job);
    pairs_free(&matching.log.communicators);
    pairs_free(&matching.places);
    interned_free(matching.jobs);
    return true;
}
