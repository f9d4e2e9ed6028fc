/* threads.c: finds what the threads of a process wait for, from their events. */
#include "analysis/critical/checks.h"
#include "analysis/critical/waits.h"

#include "analysis/efficiency/efficiency.h"
#include "analysis/thread_waits.h"
#include "archive/events/visit_stack.h"
#include "archive/messages/mpi_calls.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

enum { NESTED = 64 }; /* most parallel regions searched for one that has not ended */

/* An event that involves other threads of its place. */
struct meeting {
    uint32_t place, region, lane;
    uint64_t start, end;
    uint64_t worked; /* ns: the end of the last task that it ran meanwhile; else its start */
};

/* A list of such events. */
struct meetings {
    struct meeting *all;
    size_t count, room;
};

/* A wait for one thread, by the number of the activity that it runs. */
struct single {
    uint32_t lane, activity;
    uint64_t start, end; /* of the event */
    bool ends;           /* it waits for the activity's end */
};

/* The search for waits of threads. */
struct search {
    const struct archive *archive;
    struct critical_waits *to;
    struct meetings barriers; /* all continue when the last one has arrived */
    struct meetings ends;     /* waits for tasks */
    struct meetings tasks;    /* events of tasks, on any thread */
    struct meetings regions;  /* parallel regions, on the lane that began them */
    struct meetings parts;    /* events of a parallel region on its other lanes */
    struct single *singles;
    size_t single_count, single_room;
    struct pairs lane_of;               /* (place, activity number) -> lane */
    uint64_t *seen;                     /* by row of nodes: number of events */
    struct archive_visit_stack waiting; /* open waits of the lane that is read; `value`: their row
                                           in `barriers`, or in `ends` if `mark` is set */
};

static struct meeting *add(struct meetings *to, const struct archive *archive,
                           const struct archive_act *act, uint32_t lane)
{
    to->all = memory_grow(to->all, &to->room, to->count + 1, sizeof *to->all);
    to->all[to->count] = (struct meeting){
        .place = archive->lanes.place[lane],
        .region = archive->nodes.region[act->node],
        .lane = lane,
        .start = act->start,
        .end = act->end,
        .worked = act->start,
    };
    return &to->all[to->count++];
}

static const char *name_of(const struct archive *archive, uint32_t region)
{
    return archive_text(archive, archive->regions.name[region]);
}

static uint32_t lane_of(const struct search *search, uint32_t place, uint32_t activity)
{
    uint32_t lane =
        activity == ARCHIVE_NONE ? PAIRS_NONE : pairs_find(&search->lane_of, place, activity);
    return lane == PAIRS_NONE ? ARCHIVE_NONE : lane;
}

/* Maps the activities of threads to their lanes; those of tasks are mapped by their events. */
static void find_lanes(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    for (uint32_t i = 0; i < lanes->rows; i++)
        pairs_add(&search->lane_of, lanes->place[i], lanes->activity[i], i);
}

/* Excludes MPI_Init and MPI_Finalize from the lane. */
static void take_call(struct search *search, const struct archive_act *act, uint32_t lane)
{
    enum format_mpi_kind kind =
        archive_mpi_kind(search->archive, search->archive->nodes.region[act->node]);
    struct critical_waits *to = search->to;
    if (kind == FORMAT_MPI_INIT && act->end > to->begin[lane])
        to->begin[lane] = act->end;
    else if (kind == FORMAT_MPI_FINALIZE && act->start < to->end[lane])
        to->end[lane] = act->start;
}

/* Adds a wait for the end of a thread, or for the holder of a lock. */
static void take_single(struct search *search, const struct archive_act *act, uint32_t lane,
                        bool ends)
{
    uint32_t activity = ends ? act->activity : act->holder;
    if (activity == ARCHIVE_NONE || act->end <= act->start)
        return;
    search->singles = memory_grow(search->singles, &search->single_room, search->single_count + 1,
                                  sizeof *search->singles);
    search->singles[search->single_count++] =
        (struct single){lane, activity, act->start, act->end, ends};
}

static void add_singles(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    for (size_t i = 0; i < search->single_count; i++) {
        const struct single *single = &search->singles[i];
        uint32_t other = lane_of(search, lanes->place[single->lane], single->activity);
        uint64_t until = single->end;
        if (other != ARCHIVE_NONE && single->ends && lanes->end[other] < until)
            until = lanes->end[other];
        if (until > single->start)
            critical_waits_add(search->to, single->lane, until, other);
    }
}

static void take_task(struct search *search, const struct archive_act *act, uint32_t lane)
{
    const struct archive *archive = search->archive;
    bool implicit = words_begins(name_of(archive, archive->nodes.region[act->node]), "implicit");
    if (act->activity != ARCHIVE_NONE)
        pairs_add(&search->lane_of, archive->lanes.place[lane], act->activity, lane);
    if (!implicit)
        add(&search->tasks, archive, act, lane);
    else if (archive->lanes.pool[lane])
        add(&search->parts, archive, act, lane);
}

/* A thread that runs a task while it waits has not arrived yet: updates its waits. */
static void tell_worked(struct search *search, uint64_t end)
{
    for (size_t i = 1; i < search->waiting.depth; i++) {
        const struct archive_visit *visit = &search->waiting.all[i];
        struct meetings *list = visit->mark ? &search->ends : &search->barriers;
        struct meeting *wait = &list->all[visit->value];
        uint64_t until = end < wait->end ? end : wait->end;
        if (until > wait->worked)
            wait->worked = until;
    }
}

static void take_wait(struct search *search, const struct archive_act *act, uint32_t lane,
                      uint32_t kind)
{
    const struct archive *archive = search->archive;
    enum analysis_thread_wait wait =
        analysis_thread_wait(archive, archive->nodes.region[act->node]);
    bool ends = wait == THREAD_TASKS;
    if (!ends && wait != THREAD_BARRIER) {
        if (kind != TRI_KIND_CLOCK)
            take_single(search, act, lane, kind == TRI_KIND_FINISH);
        return;
    }
    struct meetings *list = ends ? &search->ends : &search->barriers;
    add(list, archive, act, lane);
    struct archive_visit *visit = archive_visit_stack_enter(&search->waiting, act->end, act->node);
    visit->value = list->count - 1;
    visit->mark = ends;
}

static void take_act(struct search *search, const struct archive_act *act, uint32_t lane)
{
    const struct archive *archive = search->archive;
    uint32_t region = archive->nodes.region[act->node], kind = archive->regions.kind[region];
    archive_visit_stack_leave_ended(&search->waiting, act->start);
    if (archive_mpi_is_call(archive, region)) {
        take_call(search, act, lane);
        critical_polls_take(&search->to->polls, archive, act, lane);
        return;
    }
    switch (kind) {
    case TRI_KIND_TASK:
        tell_worked(search, act->end);
        take_task(search, act, lane);
        break;
    case TRI_KIND_PARALLEL:
        add(&search->regions, archive, act, lane);
        break;
    case TRI_KIND_FINISH:
    case TRI_KIND_CLOCK:
    case TRI_KIND_ATOMIC:
        take_wait(search, act, lane, kind);
        break;
    default:
        break;
    }
}

static void read_lane(struct search *search, uint32_t lane)
{
    struct error error = {0};
    struct archive_act act;
    struct archive_acts *acts = archive_acts_of(search->archive, lane, 0, UINT64_MAX, &error);
    search->to->unreadable |= !acts;
    archive_visit_stack_begin(&search->waiting, UINT64_MAX, ARCHIVE_NONE);
    while (acts && archive_acts_next(acts, &act)) {
        search->seen[act.node]++;
        take_act(search, &act, lane);
    }
    critical_polls_end(&search->to->polls);
    archive_acts_free(acts);
}

static int by_place(const void *left, const void *right)
{
    const struct meeting *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->lane < b->lane ? -1 : a->lane > b->lane;
}

/* Adds the waits at one barrier: all participants continue when the last of them has no more tasks
 * to run. */
static void add_barrier(struct search *search, const struct meeting *all, size_t count)
{
    const struct meeting *last = all;
    for (size_t i = 1; i < count; i++)
        last = all[i].worked > last->worked ? &all[i] : last;
    for (size_t i = 0; i < count; i++) {
        if (all[i].worked < last->worked)
            critical_waits_add(search->to, all[i].lane, last->worked, last->lane);
    }
}

/* Groups the events of barriers: each event of one barrier begins before the first of them ends. */
static void add_barriers(struct search *search)
{
    struct meetings *list = &search->barriers;
    if (list->count)
        qsort(list->all, list->count, sizeof *list->all, by_place);
    for (size_t i = 0, end; i < list->count; i = end) {
        const struct meeting *first = &list->all[i];
        uint64_t until = first->end;
        for (end = i + 1; end < list->count && list->all[end].place == first->place &&
                          list->all[end].region == first->region && list->all[end].start < until;
             end++) {
            if (list->all[end].end < until)
                until = list->all[end].end;
        }
        add_barrier(search, first, end - i);
    }
}

static int by_end(const void *left, const void *right)
{
    const struct meeting *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->end < b->end ? -1 : a->end > b->end;
}

/* Returns the last event of the place, ordered by end, that ends no later; NULL if there is
 * none. */
static const struct meeting *find_last(const struct meetings *list, uint32_t place, uint64_t until)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct meeting *at = &list->all[middle];
        if (at->place < place || (at->place == place && at->end <= until))
            low = middle + 1;
        else
            high = middle;
    }
    return low && list->all[low - 1].place == place ? &list->all[low - 1] : NULL;
}

/* Adds the waits for tasks: the waiting thread continues when the last task has ended, wherever it
 * ran. */
static void add_ends(struct search *search)
{
    if (search->tasks.count)
        qsort(search->tasks.all, search->tasks.count, sizeof *search->tasks.all, by_end);
    for (size_t i = 0; i < search->ends.count; i++) {
        const struct meeting *wait = &search->ends.all[i];
        const struct meeting *last = find_last(&search->tasks, wait->place, wait->end);
        if (last && last->end > wait->worked)
            critical_waits_add(search->to, wait->lane, last->end, last->lane);
    }
}

static int by_start(const void *left, const void *right)
{
    const struct meeting *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* Returns the lane that began the place's innermost parallel region at that moment. */
static uint32_t find_beginner(const struct meetings *regions, uint32_t place, uint64_t moment)
{
    size_t low = 0, high = regions->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct meeting *at = &regions->all[middle];
        if (at->place < place || (at->place == place && at->start <= moment))
            low = middle + 1;
        else
            high = middle;
    }
    for (int steps = 0; low-- && regions->all[low].place == place && steps < NESTED; steps++) {
        if (regions->all[low].end >= moment)
            return regions->all[low].lane;
    }
    return ARCHIVE_NONE;
}

/* Adds the beginnings: workers begin when the region has begun, threads when they are created. */
static void add_beginnings(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    if (search->regions.count)
        qsort(search->regions.all, search->regions.count, sizeof *search->regions.all, by_start);
    for (size_t i = 0; i < search->parts.count; i++) {
        const struct meeting *part = &search->parts.all[i];
        critical_waits_add(search->to, part->lane, part->start,
                           find_beginner(&search->regions, part->place, part->start));
    }
    for (uint32_t i = 0; i < lanes->rows; i++) {
        if (lanes->pool[i] || lanes->parent[i] == ARCHIVE_NONE)
            continue;
        critical_waits_add(search->to, i, lanes->start[i],
                           lane_of(search, lanes->place[i], lanes->parent[i]));
    }
}

/* Counts MPI calls and parallel regions that were counted, but not logged. */
static void find_unseen(const struct search *search, struct critical_waits *to)
{
    const struct archive *archive = search->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t kind = archive->regions.kind[nodes->region[i]];
        bool needed = archive_mpi_is_call(archive, nodes->region[i]) ||
                      (!archive->ranked && kind == TRI_KIND_PARALLEL);
        if (needed && search->seen[i] < nodes->visits[i] &&
            critical_counts(archive, archive->lanes.place[nodes->lane[i]])) {
            to->unseen = number_add(to->unseen, nodes->visits[i] - search->seen[i]);
            to->unseen_kinds |= format_events_of(kind);
        }
    }
}

void critical_waits_of_threads(const struct archive *archive, struct critical_waits *waits)
{
    struct search search = {.archive = archive, .to = waits};
    const struct archive_lanes *lanes = &archive->lanes;
    waits->begin = memory_zeroed(lanes->rows + 1, sizeof *waits->begin);
    waits->end = memory_zeroed(lanes->rows + 1, sizeof *waits->end);
    search.seen = memory_zeroed(archive->nodes.rows + 1, sizeof *search.seen);
    find_lanes(&search);
    for (uint32_t i = 0; i < lanes->rows; i++) {
        waits->begin[i] = lanes->start[i];
        waits->end[i] = lanes->end[i];
        read_lane(&search, i);
    }
    find_unseen(&search, waits);
    add_singles(&search);
    add_barriers(&search);
    add_ends(&search);
    add_beginnings(&search);
    pairs_free(&search.lane_of);
    free(search.barriers.all);
    free(search.ends.all);
    free(search.tasks.all);
    free(search.regions.all);
    free(search.parts.all);
    free(search.singles);
    free(search.seen);
    archive_visit_stack_free(&search.waiting);
}
