/* advice.c: runs all searches for findings. */
#include "analysis/advice/facts.h"

#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The searches. */
static const struct search {
    void (*find)(struct advice_facts *facts);
    bool ranks, messages; /* it is about ranks; it needs their messages */
} searches[] = {
    {advice_imbalance, true, false},     {advice_barrier, true, false},
    {advice_collective, true, false},    {advice_one_writer, true, false},
    {advice_io_in_turn, true, false},    {advice_generator, true, true},
    {advice_ring, true, true},           {advice_small_messages, true, true},
    {advice_self_messages, true, true},  {advice_threads, false, false},
    {advice_lock, false, false},         {advice_small_tasks, false, false},
    {advice_crowded, false, false},      {advice_spin, false, false},
    {advice_poll, true, false},          {advice_same_place, false, false},
    {advice_few_elements, false, false}, {advice_needless_copy, false, false},
    {advice_hoist, false, false},        {advice_late_activity, false, false},
    {advice_late, true, true},
};

enum { SEARCHES = sizeof searches / sizeof searches[0] };

/* True if events of that kind were logged on all ranks. */
static bool is_logged(const struct advice_facts *facts, uint32_t kind)
{
    const struct archive_logs *logs = &facts->archive->logs;
    const struct analysis_efficiency *efficiency = facts->efficiency;
    bool *found = memory_zeroed(facts->archive->places.rows + 1, sizeof *found), all = true;
    for (size_t i = 0; i < logs->rows; i++)
        found[logs->place[i]] |= logs->kinds[i] & kind;
    for (size_t i = 0; i < efficiency->count; i++)
        all &= found[efficiency->ranks[i].place];
    free(found);
    return all;
}

/* Costs are compared as times: their shares are of the time of all ranks, or of all lanes. */
static int by_cost(const void *left, const void *right)
{
    const struct analysis_advice_finding *a = left, *b = right;
    if (a->cost != b->cost)
        return a->cost > b->cost ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->sites[0] < b->sites[0] ? -1 : a->sites[0] > b->sites[0];
}

/* Drops a load imbalance that another finding explains: the rank has more to do because it
 * generates the work of all, or does their I/O. */
static void drop_explained(const struct archive *archive, struct analysis_advice *advice)
{
    const struct analysis_advice_finding *uneven = advice_of_kind(advice, ADVICE_IMBALANCE);
    const struct analysis_advice_finding *maker = advice_of_kind(advice, ADVICE_GENERATOR);
    const struct analysis_advice_finding *writer = advice_of_kind(advice, ADVICE_ONE_WRITER);
    if (!uneven)
        return;
    bool in_io = uneven->site_count && archive->regions.kind[uneven->sites[0]] == TRI_KIND_IO;
    if (!(maker && maker->place == uneven->place) &&
        !(writer && in_io && writer->place == uneven->place))
        return;
    size_t at = (size_t)(uneven - advice->findings);
    memmove(&advice->findings[at], &advice->findings[at + 1],
            (advice->count - at - 1) * sizeof *advice->findings);
    advice->count--;
}

struct analysis_advice analysis_advice_find(const struct cube *cube,
                                            const struct analysis_efficiency *efficiency,
                                            const struct analysis_delays *delays)
{
    const struct archive *archive = cube->archive;
    struct analysis_advice to = {.is_mpi = efficiency->mpi};
    struct advice_facts facts = {
        .archive = archive,
        .cube = cube,
        .efficiency = efficiency,
        .delays = delays,
        .rank_of_place = memory_zeroed(archive->places.rows + 1, sizeof *facts.rank_of_place),
        .to = &to,
    };
    for (size_t i = 0; i < efficiency->count; i++) {
        facts.rank_of_place[efficiency->ranks[i].place] = i + 1;
        facts.time = number_add(facts.time, efficiency->ranks[i].time);
    }
    bool ranks = efficiency->state == EFFICIENCY_KNOWN && efficiency->mpi && efficiency->count > 1;
    facts.logged = ranks && is_logged(&facts, FORMAT_EVENTS_COMM);
    to.needs_events = ranks && !facts.logged;
    facts.logged_io = ranks && is_logged(&facts, FORMAT_EVENTS_IO);
    for (int i = 0; i < SEARCHES; i++) {
        size_t known = to.count;
        if ((ranks || !searches[i].ranks) && (facts.logged || !searches[i].messages))
            searches[i].find(&facts);
        for (size_t j = known; j < to.count; j++)
            to.findings[j].at_least |= searches[i].messages && delays->at_least;
    }
    drop_explained(archive, &to);
    if (to.count)
        qsort(to.findings, to.count, sizeof *to.findings, by_cost);
    free(facts.rank_of_place);
    return to;
}

void analysis_advice_free(struct analysis_advice *advice)
{
    free(advice->findings);
    *advice = (struct analysis_advice){0};
}
