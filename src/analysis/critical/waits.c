/* waits.c: see waits.h */
#include "analysis/critical/waits.h"

#include "analysis/delays/clocks.h"
#include "analysis/delays/waits.h"
#include "format/mpi.h"
#include "util/memory.h"

#include <stdlib.h>

void critical_waits_add(struct critical_waits *waits, uint32_t lane, uint64_t until, uint32_t late)
{
    if (lane == late || late == ARCHIVE_NONE)
        return;
    waits->all = memory_grow(waits->all, &waits->room, waits->count + 1, sizeof *waits->all);
    waits->all[waits->count++] = (struct critical_wait){lane, late, until};
}

/* True if the times of two lanes can be compared. */
static bool agree(const struct archive *archive, const uint8_t *known, uint32_t a, uint32_t b)
{
    const uint32_t *place = archive->lanes.place;
    return analysis_delay_clocks_agree(archive, known, place[a], place[b]);
}

/* True if a rank that normally does not wait in a collective operation may have to: its data is so
 * large that MPI transfers it only when the other side has arrived. */
static bool is_large(const struct archive_collectives *all, size_t part)
{
    bool is_root = all->root[part] == all->place[part];
    uint64_t bytes =
        all->kind[part] == ARCHIVE_COLLECTIVE_N_TO_1 && !is_root  ? archive_sized(all->given[part])
        : all->kind[part] == ARCHIVE_COLLECTIVE_1_TO_N && is_root ? archive_sized(all->given[part])
                                                                  : 0;
    return bytes >= DELAY_KEPT && all->begin[part] != ARCHIVE_NONE &&
           all->begin[part] == all->end[part];
}

/* A participation in a collective operation, and its arrival. */
struct coming {
    uint64_t moment;
    size_t part;
};

static int by_coming(const void *left, const void *right)
{
    const struct coming *a = left, *b = right;
    if (a->moment != b->moment)
        return a->moment < b->moment ? -1 : 1;
    return a->part < b->part ? -1 : a->part > b->part;
}

/* Returns the last arrival before that moment; `all` is sorted by arrival. NULL if there is
 * none. */
static const struct coming *find_last(const struct coming *all, size_t count, uint64_t until)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all[middle].moment < until)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? &all[low - 1] : NULL;
}

/* Adds the waits for large data: a rank that sends large data to a root, and a root that sends it,
 * wait for the last one that arrived before they left. */
static void add_large_of(const struct archive *archive, const uint8_t *known,
                         struct critical_waits *waits, size_t first, size_t end)
{
    const struct archive_collectives *all = &archive->collectives;
    const uint32_t *lane = archive->nodes.lane;
    struct coming *order = NULL;
    size_t count = 0;
    for (size_t i = first; i < end; i++) {
        if (!is_large(all, i))
            continue;
        if (!order) {
            order = memory_zeroed(end - first, sizeof *order);
            for (size_t j = first; j < end; j++) {
                if (all->begin[j] != ARCHIVE_NONE)
                    order[count++] = (struct coming){all->begin_start[j], j};
            }
            qsort(order, count, sizeof *order, by_coming);
        }
        const struct coming *last = find_last(order, count, all->end_end[i]);
        if (!last || last->moment <= all->begin_start[i])
            continue;
        uint32_t waiting = lane[all->begin[i]], late = lane[all->begin[last->part]];
        if (agree(archive, known, waiting, late))
            critical_waits_add(waits, waiting, last->moment, late);
        else
            waits->unknown++;
    }
    free(order);
}

static void add_large(const struct archive *archive, const uint8_t *known,
                      struct critical_waits *waits)
{
    const struct archive_collectives *all = &archive->collectives;
    for (size_t i = 0, next; i < all->rows; i = next) {
        for (next = i + 1; next < all->rows && all->instance[next] == all->instance[i];)
            next++;
        add_large_of(archive, known, waits, i, next);
    }
}

/* A message that a lane received, from the moment on at which it posted the receive. */
struct receipt {
    uint64_t moment;
    size_t message;
    uint32_t lane;
};

static int by_receipt(const void *left, const void *right)
{
    const struct receipt *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->moment != b->moment)
        return a->moment < b->moment ? -1 : 1;
    return a->message < b->message ? -1 : a->message > b->message;
}

/* Adds the waits in probes: for the message that the lane received next. A message between clocks
 * that cannot be compared is counted as unknown with its receive. */
static void add_probes(const struct archive *archive, const uint8_t *known,
                       struct critical_waits *waits)
{
    const struct archive_messages *all = &archive->messages;
    const struct critical_polls *polls = &waits->polls;
    struct receipt *order = memory_zeroed(all->rows + 1, sizeof *order);
    size_t count = 0, at = 0;
    for (size_t i = 0; i < all->rows; i++) {
        if (all->send[i] == ARCHIVE_NONE || all->receive[i] == ARCHIVE_NONE)
            continue;
        uint64_t moment = all->post_start[i] ? all->post_start[i] : all->receive_start[i];
        order[count++] = (struct receipt){moment, i, archive->nodes.lane[all->receive[i]]};
    }
    if (count)
        qsort(order, count, sizeof *order, by_receipt);
    for (size_t i = 0; i < polls->count; i++) {
        const struct critical_poll *poll = &polls->all[i];
        while (at < count && (order[at].lane < poll->lane ||
                              (order[at].lane == poll->lane && order[at].moment < poll->end)))
            at++;
        if (!poll->probes || at == count || order[at].lane != poll->lane)
            continue;
        uint64_t came = all->send_start[order[at].message];
        uint32_t late = archive->nodes.lane[all->send[order[at].message]];
        if (came > poll->start && came < poll->end && agree(archive, known, poll->lane, late))
            critical_waits_add(waits, poll->lane, came, late);
    }
    free(order);
}

/* A loop of tests waits since its first one. */
struct testing {
    const struct archive *archive;
    const struct critical_polls *polls;
};

static uint64_t testing_since(const void *of, uint32_t node, uint64_t start)
{
    const struct testing *testing = of;
    const struct archive_nodes *nodes = &testing->archive->nodes;
    uint32_t mpi = testing->archive->regions.mpi[nodes->region[node]];
    bool tests = format_mpi_kind(mpi) == FORMAT_MPI_WAIT && mpi & FORMAT_MPI_LOCAL;
    return tests ? critical_polls_since(testing->polls, nodes->lane[node], start) : start;
}

void critical_waits_of_ranks(const struct archive *archive, struct critical_waits *waits)
{
    uint8_t *known = analysis_delay_clocks_known(archive);
    add_large(archive, known, waits);
    if (waits->polls.count)
        add_probes(archive, known, waits);
    free(known);
    const struct testing testing = {archive, &waits->polls};
    struct analysis_delay_waits found =
        analysis_delay_waits_since(archive, testing_since, &testing);
    const uint32_t *lane = archive->nodes.lane;
    for (size_t i = 0; i < found.count; i++)
        critical_waits_add(waits, lane[found.all[i].node], found.all[i].until,
                           lane[found.all[i].late]);
    waits->unknown += found.unknown;
    free(found.all);
}

static int by_moment(const void *left, const void *right)
{
    const struct critical_wait *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->until != b->until)
        return a->until < b->until ? -1 : 1;
    return a->late < b->late ? -1 : a->late > b->late;
}

void critical_waits_sort(const struct archive *archive, struct critical_waits *waits)
{
    size_t at = 0;
    waits->ends = memory_zeroed(archive->lanes.rows + 1, sizeof *waits->ends);
    if (waits->count)
        qsort(waits->all, waits->count, sizeof *waits->all, by_moment);
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        while (at < waits->count && waits->all[at].lane == i)
            at++;
        waits->ends[i] = at;
    }
}

void critical_waits_free(struct critical_waits *waits)
{
    free(waits->all);
    critical_polls_free(&waits->polls);
    free(waits->ends);
    free(waits->begin);
    free(waits->end);
    *waits = (struct critical_waits){0};
}
