/* advice.c: all findings of a run. */
#include "analysis/advice/facts.h"

#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* What is looked for. */
static const struct search {
    void (*find)(struct advice_facts *facts);
    bool ranks, messages; /* it is about ranks; from their messages */
} searches[] = {
    {advice_imbalance, true, false},    {advice_barrier, true, false},
    {advice_collective, true, false},   {advice_one_writer, true, false},
    {advice_io_in_turn, true, false},   {advice_generator, true, true},
    {advice_ring, true, true},          {advice_small_messages, true, true},
    {advice_self_messages, true, true}, {advice_threads, false, false},
    {advice_lock, false, false},        {advice_small_tasks, false, false},
    {advice_crowded, false, false},     {advice_spin, false, false},
    {advice_poll, true, false},         {advice_late, true, true},
};

enum { SEARCHES = sizeof searches / sizeof searches[0] };

const char *advice_name(const struct advice_facts *facts, uint32_t region)
{
    return archive_text(facts->archive, facts->archive->regions.name[region]);
}

static struct advice_finding new_finding(enum advice_kind kind, uint64_t of)
{
    return (struct advice_finding){
        .kind = kind, .of = of, .place = ARCHIVE_NONE, .partner = ARCHIVE_NONE};
}

struct advice_finding advice_of_ranks(const struct advice_facts *facts, enum advice_kind kind)
{
    return new_finding(kind, facts->time);
}

struct advice_finding advice_of_lanes(const struct advice_facts *facts, enum advice_kind kind)
{
    struct advice_finding finding = new_finding(kind, facts->cube->total);
    finding.of_lanes = true;
    return finding;
}

void advice_add(struct advice_facts *facts, struct advice_finding finding, double least)
{
    struct advice *to = facts->to;
    if (!finding.of || 100.0 * (double)finding.cost < least * (double)finding.of)
        return;
    if (finding.cost > finding.of)
        finding.cost = finding.of; /* of a damaged archive */
    to->findings = memory_grow(to->findings, &to->room, to->count + 1, sizeof *to->findings);
    to->findings[to->count++] = finding;
}

void advice_site(struct advice_finding *finding, uint32_t region)
{
    bool known = !region || finding->site_count == ADVICE_SITES;
    for (size_t i = 0; i < finding->site_count; i++)
        known |= finding->sites[i] == region;
    if (!known)
        finding->sites[finding->site_count++] = region;
}

bool advice_is_matched(const struct advice_facts *facts, size_t message)
{
    const struct archive_messages *all = &facts->archive->messages;
    return all->send[message] != ARCHIVE_NONE && all->receive[message] != ARCHIVE_NONE &&
           all->source[message] != ARCHIVE_NONE && all->target[message] != ARCHIVE_NONE &&
           facts->rank_of_place[all->source[message]] && facts->rank_of_place[all->target[message]];
}

bool advice_blocks(const struct advice_facts *facts, uint32_t node)
{
    static const char *const names[] = {"MPI_Send", "MPI_Ssend", "MPI_Rsend", "MPI_Recv",
                                        "MPI_Mrecv"};
    const char *name = advice_name(facts, facts->archive->nodes.region[node]);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(name, names[i]))
            return true;
    }
    return false;
}

uint64_t advice_message_cost(const struct advice_facts *facts, size_t message)
{
    const struct archive_messages *all = &facts->archive->messages;
    uint64_t sent = all->send_start[message], from = all->receive_start[message];
    uint64_t cost = number_minus(all->send_end[message], sent);
    uint32_t region = facts->archive->nodes.region[all->receive[message]];
    if (advice_blocks(facts, all->receive[message]) ||
        !strcmp(advice_name(facts, region), "MPI_Wait"))
        cost = number_add(cost, number_minus(all->receive_end[message], sent > from ? sent : from));
    return cost;
}

/* Whether events of that kind were logged on all ranks. */
static bool is_logged(const struct advice_facts *facts, uint32_t kind)
{
    const struct archive_logs *logs = &facts->archive->logs;
    const struct efficiency *efficiency = facts->efficiency;
    bool *found = memory_zeroed(facts->archive->places.rows + 1, sizeof *found), all = true;
    for (size_t i = 0; i < logs->rows; i++)
        found[logs->place[i]] |= logs->kinds[i] & kind;
    for (size_t i = 0; i < efficiency->count; i++)
        all &= found[efficiency->ranks[i].place];
    free(found);
    return all;
}

static int by_cost(const void *left, const void *right)
{
    const struct advice_finding *a = left, *b = right;
    double x = (double)a->cost / (double)a->of, y = (double)b->cost / (double)b->of;
    if (x != y)
        return x > y ? -1 : 1;
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    return a->sites[0] < b->sites[0] ? -1 : a->sites[0] > b->sites[0];
}

const struct advice_finding *advice_of_kind(const struct advice *advice, enum advice_kind kind)
{
    for (size_t i = 0; i < advice->count; i++) {
        if (advice->findings[i].kind == kind)
            return &advice->findings[i];
    }
    return NULL;
}

/* A rank that has more to do because it makes the work for all, or does their I/O, is one finding:
 * the one that says why. */
static void drop_explained(const struct archive *archive, struct advice *advice)
{
    const struct advice_finding *uneven = advice_of_kind(advice, ADVICE_IMBALANCE);
    const struct advice_finding *maker = advice_of_kind(advice, ADVICE_GENERATOR);
    const struct advice_finding *writer = advice_of_kind(advice, ADVICE_ONE_WRITER);
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

struct advice advice_find(const struct cube *cube, const struct efficiency *efficiency,
                          const struct delays *delays)
{
    const struct archive *archive = cube->archive;
    struct advice to = {.is_mpi = efficiency->mpi};
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

void advice_free(struct advice *advice)
{
    free(advice->findings);
    *advice = (struct advice){0};
}
