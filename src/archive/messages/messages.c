/* messages.c: collects the ends of messages and the parts of collective operations of all ranks,
 * place by place. They are matched by their numbers alone: see format/event.h. */
#include "archive/messages/messages.h"

#include "format/communicator.h"
#include "format/place.h"
#include "util/interned.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

static int compare(uint64_t a, uint64_t b)
{
    return a < b ? -1 : a > b;
}

static int by_order(const void *left, const void *right)
{
    const struct archive_message_act *a = left, *b = right;
    int order = compare(a->communicator, b->communicator);
    return order ? order : compare(a->number, b->number);
}

static int by_mark(const void *left, const void *right)
{
    const struct archive_message_mark *a = left, *b = right;
    int order = compare(a->communicator, b->communicator);
    if (!order)
        order = compare(a->number, b->number);
    return order ? order : compare(b->ended, a->ended);
}

/* Sorts elements, most of which are in order already. */
static void sort(void *all, size_t count, size_t size, sorter_order *order)
{
    const char *at = all;
    size_t i = 1;
    while (i < count && order(at + (i - 1) * size, at + i * size) <= 0)
        i++;
    if (i < count)
        qsort(all, count, size, order);
}

/* Makes the sorters and indexes. */
static void prepare(struct archive_message_log *log, struct archive *archive, const char *folder)
{
    const struct archive_places *places = &archive->places;
    const struct archive_communicators *all = &archive->communicators;
    struct interned *groups = interned_new();
    log->archive = archive;
    log->folder = folder;
    log->sends = archive_sorter_new(sizeof(struct archive_message_end), MESSAGE_MOST,
                                    archive_message_way, folder);
    log->receives = archive_sorter_new(sizeof(struct archive_message_end), MESSAGE_MOST,
                                       archive_message_way, folder);
    log->parts = archive_sorter_new(sizeof(struct archive_message_part), MESSAGE_MOST,
                                    archive_collectives_order, folder);
    archive_rank_index_make(&log->ranks, archive);
    log->group = memory_zeroed(all->rows + 1, sizeof *log->group);
    for (uint32_t i = 0; i < all->rows; i++) {
        bool is_named = all->kind[i] == FORMAT_COMMUNICATOR_NAMED ||
                        all->kind[i] == FORMAT_COMMUNICATOR_ANONYMOUS;
        const uint64_t key[] = {is_named ? 0 : places->job[all->place[i]], all->id[i]};
        log->group[i] = interned_add(groups, key, sizeof key);
    }
    interned_free(groups);
}

static void release(struct archive_message_log *log)
{
    for (int i = 0; i < MESSAGE_LISTS; i++)
        free(log->lists[i].all);
    free(log->marks.all);
    archive_sorter_free(log->sends);
    archive_sorter_free(log->receives);
    archive_sorter_free(log->parts);
    free(log->group);
    archive_rank_index_free(&log->ranks);
}

/* Joins each span with the other act that has the same number. Sorts both lists by communicator and
 * number. */
static void find_others(struct archive_message_list *spans, struct archive_message_list *others)
{
    assert(others->count == 0 || others->size == sizeof(struct archive_message_act));
    size_t j = 0;
    sort(spans->all, spans->count, spans->size, by_order);
    sort(others->all, others->count, others->size, by_order);
    for (size_t i = 0; i < spans->count; i++) {
        struct archive_message_span *span = archive_message_at(spans, i);
        while (j < others->count && by_order(archive_message_at(others, j), span) < 0)
            j++;
        if (j == others->count || by_order(archive_message_at(others, j), span) != 0)
            continue;
        const struct archive_message_act *other = archive_message_at(others, j);
        span->has_other = true;
        span->other_node = other->node;
        span->other_start = other->start;
        span->other_end = other->end;
    }
}

/* Marks the sends after a gap in the numbers: their partners are not certain. Sends must be sorted
 * by number. */
static void find_lost_sends(const struct archive_message_list *sends)
{
    uint64_t next = 0;
    uint32_t communicator = ARCHIVE_NONE;
    bool lost = false;
    for (size_t i = 0; i < sends->count; i++) {
        struct archive_message_end *send = archive_message_at(sends, i);
        if (send->span.act.communicator != communicator) {
            communicator = send->span.act.communicator;
            next = 0;
            lost = false;
        }
        lost |= send->span.act.number != next++;
        send->lost = lost;
    }
}

/* True if the last messages of a place are known: it has ended, and nothing was dropped. */
static bool knows_its_end(const struct archive *archive, uint32_t place)
{
    const struct archive_events *events = archive->events;
    for (size_t i = 0; i < events->count; i++) {
        const struct format_events *header = &events->logs[i].header;
        if (events->logs[i].place == place && (header->dropped || header->error))
            return false;
    }
    return archive->places.state[place] == FORMAT_PLACE_EXITED;
}

/* Marks the sends after the last gap in the numbers; they must be sorted by number. */
static void find_tail_of_sends(const struct archive_message_list *sends)
{
    const struct archive_message_end *after = NULL;
    for (size_t i = sends->count; i-- > 0;) {
        struct archive_message_end *send = archive_message_at(sends, i);
        const struct archive_message_act *act = &send->span.act;
        bool last = !after || after->span.act.communicator != act->communicator;
        send->tail = last || (after->tail && after->span.act.number == act->number + 1);
        after = send;
    }
}

/* Returns, by communicator minus `first`, the number from which on all receives have ended. Marks
 * must be sorted; the caller frees the result. */
static uint64_t *find_floors(const struct archive_message_marks *marks, uint32_t first)
{
    size_t count = marks->count ? marks->all[marks->count - 1].communicator - first + 1 : 0;
    uint64_t *floor = memory_zeroed(count + 1, sizeof *floor);
    bool *met = memory_zeroed(count + 1, sizeof *met), *closed = memory_zeroed(count + 1, 1);
    for (size_t i = marks->count; i-- > 0;) {
        const struct archive_message_mark *mark = &marks->all[i];
        uint32_t at = mark->communicator - first;
        if (closed[at] || !mark->ended)
            continue; /* the mark of its end, if there is one, comes next */
        closed[at] = met[at] && mark->number != floor[at] && mark->number + 1 != floor[at];
        if (!closed[at])
            floor[at] = mark->number;
        met[at] = true;
    }
    free(met);
    free(closed);
    return floor;
}

static void find_tail_of_receives(struct archive_message_log *log)
{
    const struct archive_message_list *receives = &log->lists[MESSAGE_RECEIVES];
    uint32_t first = log->marks.count ? log->marks.all[0].communicator : 0;
    uint64_t *floor = find_floors(&log->marks, first);
    for (size_t i = 0; i < receives->count; i++) {
        struct archive_message_end *receive = archive_message_at(receives, i);
        receive->tail = receive->span.act.number >= floor[receive->span.act.communicator - first];
    }
    free(floor);
}

/* Returns, by communicator minus *first, the number of the first receive that is missing or has not
 * ended. Sorts the marks; the caller frees the result. */
static uint64_t *find_limits(struct archive_message_marks *marks, uint32_t *first)
{
    sort(marks->all, marks->count, sizeof *marks->all, by_mark);
    *first = marks->count ? marks->all[0].communicator : 0;
    size_t count = marks->count ? marks->all[marks->count - 1].communicator - *first + 1 : 0;
    uint64_t *limit = memory_zeroed(count + 1, sizeof *limit);
    bool *closed = memory_zeroed(count + 1, sizeof *closed);
    for (size_t i = 0; i < marks->count; i++) {
        const struct archive_message_mark *mark = &marks->all[i];
        uint32_t communicator = mark->communicator - *first;
        uint64_t *next = &limit[communicator];
        if (closed[communicator] || mark->number < *next)
            continue;
        if (mark->number == *next && mark->ended)
            ++*next;
        else
            closed[communicator] = true;
    }
    free(closed);
    return limit;
}

/* Marks the receives after a gap in the numbers. Each of them has left a mark. */
static void find_lost_receives(struct archive_message_log *log)
{
    const struct archive_message_list *receives = &log->lists[MESSAGE_RECEIVES];
    uint32_t first;
    uint64_t *limit = find_limits(&log->marks, &first);
    for (size_t i = 0; i < receives->count; i++) {
        struct archive_message_end *receive = archive_message_at(receives, i);
        receive->lost = receive->span.act.number >= limit[receive->span.act.communicator - first];
    }
    free(limit);
}

static void add_all(struct sorter *to, struct archive_message_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        archive_sorter_add(to, archive_message_at(from, i));
}

/* Finishes a place, after all its logs were read. */
static void end_place(struct archive_message_log *log, uint32_t place)
{
    struct archive_message_list *lists = log->lists;
    find_others(&lists[MESSAGE_SENDS], &lists[MESSAGE_FINISHES]);
    find_others(&lists[MESSAGE_RECEIVES], &lists[MESSAGE_POSTS]);
    find_others(&lists[MESSAGE_PARTS], &lists[MESSAGE_UNITED]);
    find_lost_sends(&lists[MESSAGE_SENDS]);
    find_lost_receives(log);
    if (knows_its_end(log->archive, place)) {
        find_tail_of_sends(&lists[MESSAGE_SENDS]);
        find_tail_of_receives(log);
    }
    add_all(log->sends, &lists[MESSAGE_SENDS]);
    add_all(log->receives, &lists[MESSAGE_RECEIVES]);
    add_all(log->parts, &lists[MESSAGE_PARTS]);
    for (int i = 0; i < MESSAGE_LISTS; i++)
        lists[i].count = 0;
    log->marks.count = 0;
}

bool archive_messages_find(struct archive *archive, const char *folder,
                           const struct archive_message_sink *sink, struct error *error)
{
    const struct archive_events *events = archive->events;
    struct archive_message_log log = {0};
    prepare(&log, archive, folder ? folder : archive->path);
    for (size_t i = 0; i < events->count; i++) {
        uint32_t place = events->logs[i].place;
        if (archive->places.rank[place] != ARCHIVE_NONE)
            archive_message_log_read(&log, &events->logs[i]);
        if (i + 1 == events->count || events->logs[i + 1].place != place)
            end_place(&log, place);
    }
    bool good = (!sink->message || archive_message_match(&log, sink, error)) &&
                (!sink->part || archive_collectives_match(&log, sink, error));
    release(&log);
    return good;
}
