/* finishes.c: finds which activities each finish waited for: those that were created in its
 * statement, by its own activity or by others that take part in it. */
#include "archive/moves/moves.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* A finish among those of its activity. */
struct span {
    uint64_t start, wait;
    uint32_t activity, row;
    size_t around; /* index of the finish around it; SIZE_MAX: none of the same activity */
};

struct search {
    const struct archive *archive;
    struct span *spans; /* by activity and start */
    size_t count;
    uint32_t *finish; /* by activity: row of the finish that it takes part in; or ARCHIVE_NONE */
};

static int by_start(const void *a, const void *b)
{
    const struct span *left = a, *right = b;
    if (left->activity != right->activity)
        return left->activity < right->activity ? -1 : 1;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    return left->wait > right->wait ? -1 : left->wait < right->wait;
}

static void list_spans(struct search *search)
{
    const struct archive_finishes *all = &search->archive->finishes;
    search->spans = memory_zeroed(all->rows + 1, sizeof *search->spans);
    for (uint32_t i = 0; i < all->rows; i++) {
        if (all->activity[i] != ARCHIVE_NONE)
            search->spans[search->count++] =
                (struct span){all->start[i], all->wait[i], all->activity[i], i, SIZE_MAX};
    }
    if (search->count)
        qsort(search->spans, search->count, sizeof *search->spans, by_start);
    for (size_t i = 1; i < search->count; i++) {
        struct span *span = &search->spans[i];
        size_t around = i - 1;
        while (around != SIZE_MAX && (search->spans[around].activity != span->activity ||
                                      search->spans[around].wait < span->start))
            around = search->spans[around].activity == span->activity ? search->spans[around].around
                                                                      : SIZE_MAX;
        span->around = around;
    }
}

/* Returns the innermost finish that an activity was in at a time, of its own; ARCHIVE_NONE: none.
 */
static uint32_t innermost(const struct search *search, uint32_t activity, uint64_t time)
{
    size_t low = 0, high = search->count;
    while (low < high) { /* the first one that is later */
        size_t middle = low + (high - low) / 2;
        const struct span *span = &search->spans[middle];
        if (span->activity < activity || (span->activity == activity && span->start <= time))
            low = middle + 1;
        else
            high = middle;
    }
    size_t at = low ? low - 1 : SIZE_MAX;
    if (at == SIZE_MAX || search->spans[at].activity != activity)
        return ARCHIVE_NONE;
    while (at != SIZE_MAX && search->spans[at].wait < time)
        at = search->spans[at].around;
    return at == SIZE_MAX ? ARCHIVE_NONE : search->spans[at].row;
}

/* An activity by the time of its creation. */
struct created {
    uint64_t time;
    uint32_t row;
};

static int by_time(const void *a, const void *b)
{
    const struct created *left = a, *right = b;
    if (left->time != right->time)
        return left->time < right->time ? -1 : 1;
    return left->row < right->row ? -1 : left->row > right->row;
}

static struct created *list_created(const struct archive_activities *all, size_t *count)
{
    struct created *list = memory_zeroed(all->rows + 1, sizeof *list);
    *count = 0;
    for (uint32_t i = 0; i < all->rows; i++) {
        if (all->created[i] != ARCHIVE_UNKNOWN && all->parent[i] != ARCHIVE_NONE)
            list[(*count)++] = (struct created){all->created[i], i};
    }
    if (*count)
        qsort(list, *count, sizeof *list, by_time);
    return list;
}

/* Finds the finish of each activity, parents before children. */
static void find_finishes(struct search *search)
{
    const struct archive_activities *all = &search->archive->activities;
    size_t count;
    struct created *list = list_created(all, &count);
    search->finish = memory_zeroed(all->rows + 1, sizeof *search->finish);
    for (size_t i = 0; i < all->rows; i++)
        search->finish[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < count; i++) {
        uint32_t row = list[i].row;
        uint32_t parent = archive_activity(search->archive, all->place[row], all->parent[row]);
        if (parent == ARCHIVE_NONE)
            continue;
        uint32_t own = innermost(search, parent, list[i].time);
        search->finish[row] = own != ARCHIVE_NONE ? own : search->finish[parent];
    }
    free(list);
}

/* Finds who came last, and by how much. */
static void find_last(struct archive *archive, uint32_t finish)
{
    struct archive_finishes *all = &archive->finishes;
    uint64_t last = 0, before = all->wait[finish];
    for (uint32_t i = 0; i < all->participant_count[finish]; i++) {
        uint32_t row = archive->participants.activity[all->first_participant[finish] + i];
        uint64_t end = archive->activities.end[row];
        if (end == ARCHIVE_UNKNOWN)
            continue;
        if (all->last[finish] == ARCHIVE_NONE || end > last) {
            before = last > before ? last : before;
            last = end;
            all->last[finish] = row;
        } else if (end > before) {
            before = end;
        }
    }
    all->late[finish] = number_minus(last, before);
}

void archive_finishes_find_participants(struct archive *archive)
{
    struct search search = {.archive = archive};
    size_t activities = archive->activities.rows, total = 0;
    list_spans(&search);
    find_finishes(&search);
    for (size_t i = 0; i < activities; i++) {
        if (search.finish[i] != ARCHIVE_NONE)
            archive->finishes.participant_count[search.finish[i]]++;
    }
    for (size_t i = 0; i < archive->finishes.rows; i++) {
        archive->finishes.first_participant[i] = total;
        total += archive->finishes.participant_count[i];
        archive->finishes.participant_count[i] = 0;
    }
    if (total)
        archive_schema_add_rows(archive, SCHEMA_PARTICIPANTS, total);
    for (uint32_t i = 0; i < activities; i++) {
        uint32_t finish = search.finish[i];
        if (finish == ARCHIVE_NONE)
            continue;
        size_t row = archive->finishes.first_participant[finish] +
                     archive->finishes.participant_count[finish]++;
        archive->participants.finish[row] = finish;
        archive->participants.activity[row] = i;
    }
    for (uint32_t i = 0; i < archive->finishes.rows; i++)
        find_last(archive, i);
    free(search.spans);
    free(search.finish);
}
