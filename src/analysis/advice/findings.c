/* findings.c: helpers for all kinds of findings. */
#include "analysis/advice/facts.h"

#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"

const char *advice_name(const struct advice_facts *facts, uint32_t region)
{
    return archive_text(facts->archive, facts->archive->regions.name[region]);
}

static struct analysis_advice_finding new_finding(enum analysis_advice_kind kind, uint64_t of)
{
    return (struct analysis_advice_finding){
        .kind = kind, .of = of, .place = ARCHIVE_NONE, .partner = ARCHIVE_NONE};
}

struct analysis_advice_finding advice_of_ranks(const struct advice_facts *facts,
                                               enum analysis_advice_kind kind)
{
    return new_finding(kind, facts->time);
}

struct analysis_advice_finding advice_of_lanes(const struct advice_facts *facts,
                                               enum analysis_advice_kind kind)
{
    struct analysis_advice_finding finding = new_finding(kind, facts->cube->total);
    finding.of_lanes = true;
    return finding;
}

void advice_add(struct advice_facts *facts, struct analysis_advice_finding finding, double least)
{
    struct analysis_advice *to = facts->to;
    if (!finding.of || 100.0 * (double)finding.cost < least * (double)finding.of)
        return;
    if (finding.cost > finding.of)
        finding.cost = finding.of; /* only in a damaged archive */
    to->findings = memory_grow(to->findings, &to->room, to->count + 1, sizeof *to->findings);
    to->findings[to->count++] = finding;
}

void advice_site(struct analysis_advice_finding *finding, uint32_t region)
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
    uint32_t mpi = facts->archive->regions.mpi[facts->archive->nodes.region[node]];
    enum format_mpi_kind kind = format_mpi_kind(mpi);
    return (kind == FORMAT_MPI_SEND || kind == FORMAT_MPI_RECEIVE) &&
           !(mpi & (FORMAT_MPI_BEGINS | FORMAT_MPI_LOCAL));
}

uint64_t advice_message_cost(const struct advice_facts *facts, size_t message)
{
    const struct archive_messages *all = &facts->archive->messages;
    uint64_t sent = all->send_start[message], from = all->receive_start[message];
    uint64_t cost = number_minus(all->send_end[message], sent);
    uint32_t mpi = facts->archive->regions.mpi[facts->archive->nodes.region[all->receive[message]]];
    bool waits_for_it =
        format_mpi_kind(mpi) == FORMAT_MPI_WAIT && !(mpi & (FORMAT_MPI_LOCAL | FORMAT_MPI_MANY));
    if (advice_blocks(facts, all->receive[message]) || waits_for_it)
        cost = number_add(cost, number_minus(all->receive_end[message], sent > from ? sent : from));
    return cost;
}

const struct analysis_advice_finding *advice_of_kind(const struct analysis_advice *advice,
                                                     enum analysis_advice_kind kind)
{
    for (size_t i = 0; i < advice->count; i++) {
        if (advice->findings[i].kind == kind)
            return &advice->findings[i];
    }
    return NULL;
}
