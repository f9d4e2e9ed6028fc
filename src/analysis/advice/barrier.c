/* barrier.c: finds barriers at which ranks wait. A barrier moves no data: ranks only wait until
 * others arrive. */
#include "analysis/advice/sites.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    SOON = 100000, /* ns after the barrier: nothing that needs a barrier was done in between */
    ALWAYS = 90,   /* % of the calls */
};

/* One rank's part in a collective operation. */
struct act {
    uint32_t place;
    uint64_t start;
    size_t row; /* of collectives */
};

static int by_place_and_start(const void *left, const void *right)
{
    const struct act *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

static struct act *list_acts(const struct archive_collectives *all, size_t *count)
{
    struct act *acts = memory_zeroed(all->rows + 1, sizeof *acts);
    for (size_t i = 0; i < all->rows; i++) {
        if (all->begin[i] != ARCHIVE_NONE)
            acts[(*count)++] = (struct act){all->place[i], all->begin_start[i], i};
    }
    if (*count)
        qsort(acts, *count, sizeof *acts, by_place_and_start);
    return acts;
}

static bool waits_for_all(const struct archive_collectives *all, size_t row)
{
    return all->kind[row] == ARCHIVE_COLLECTIVE_BARRIER ||
           all->kind[row] == ARCHIVE_COLLECTIVE_N_TO_N;
}

/* Returns the call that nearly always follows at once and itself waits for all ranks; 0 if none is
 * known. */
static uint32_t find_next(const struct advice_facts *facts, uint32_t region)
{
    const struct archive *archive = facts->archive;
    const struct archive_collectives *all = &archive->collectives;
    size_t count = 0, times = 0, soon = 0;
    uint32_t next = 0;
    struct act *acts = list_acts(all, &count);
    for (size_t i = 0; i < count; i++) {
        size_t row = acts[i].row;
        if (archive->nodes.region[all->begin[row]] != region)
            continue;
        times++;
        if (i + 1 == count || acts[i + 1].place != acts[i].place ||
            !waits_for_all(all, acts[i + 1].row) ||
            number_minus(acts[i + 1].start, all->begin_end[row]) > SOON)
            continue;
        soon++;
        next = archive->nodes.region[all->begin[acts[i + 1].row]];
    }
    free(acts);
    return times && 100 * soon >= ALWAYS * times ? next : 0;
}

static bool is_barrier(uint32_t mpi)
{
    return format_mpi_operation(mpi) == FORMAT_MPI_BARRIER && !(mpi & FORMAT_MPI_BEGINS);
}

/* Meaning of the numbers: cost: all the time there; time, least: of the rank that was there longest
 * (`place`) and shortest (`partner`); about: the call that makes it needless. */
void advice_barrier(struct advice_facts *facts)
{
    struct advice_sites_item *all = advice_sites(facts, TRI_KIND_CLOCK);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        const struct advice_sites_item *item = &all[i];
        struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_BARRIER);
        if (item->ranks < 2 || !is_barrier(facts->archive->regions.mpi[i]) ||
            100.0 * (double)item->time < ADVICE_LEAST * (double)facts->time)
            continue;
        finding.cost = item->time;
        finding.count = item->count;
        finding.others = item->ranks;
        finding.time = item->most;
        finding.least = item->least;
        finding.place = item->most_place;
        finding.partner = item->least_place;
        finding.about = find_next(facts, i);
        advice_site(&finding, i);
        advice_add(facts, finding, ADVICE_LEAST);
    }
    free(all);
}
