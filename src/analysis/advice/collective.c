/* collective.c: finds collective operations of few bytes that are done very often. */
#include "analysis/advice/sites.h"

#include "archive/messages/mpi_calls.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

enum {
    OFTEN = 100,    /* calls per rank: fewer are not a loop worth changing */
    SMALL = 1024,   /* bytes that a rank gives and gets per call: so few take no longer to move than
                       none, so several calls can be combined */
    EVERY = 1000000 /* ns from one call to the next: runtime / calls. A rarer call costs less than 1
                       % even if it takes 10 us */
};

/* True for a blocking operation of all ranks that moves data. */
static bool is_collective(uint32_t mpi)
{
    enum format_mpi_operation operation = format_mpi_operation(mpi);
    return format_mpi_kind(mpi) == FORMAT_MPI_COLLECTIVE && !(mpi & FORMAT_MPI_BEGINS) &&
           operation != FORMAT_MPI_BARRIER && operation != FORMAT_MPI_NEIGHBOR;
}

/* Returns the innermost loop around a call, where loops were measured; *depth gets the number of
 * loops around it. */
static uint32_t find_loop(const struct archive *archive, uint32_t region, uint64_t *depth)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t loop = 0;
    *depth = 0;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint64_t loops = 0;
        uint32_t first = 0;
        if (nodes->region[i] != region || !nodes->visits[i])
            continue;
        for (uint32_t at = nodes->parent[i]; at != ARCHIVE_NONE; at = nodes->parent[at]) {
            if (archive->regions.kind[nodes->region[at]] != TRI_KIND_LOOP)
                continue;
            first = loops++ ? first : nodes->region[at];
        }
        if (loops > *depth) {
            *depth = loops;
            loop = first;
        }
    }
    return loop;
}

/* Meaning of the numbers: cost: the time of the rank that was there shortest, on all ranks (the
 * rest is waiting, and has other reasons); count, bytes: of a rank; others: loops around it. */
void advice_collective(struct advice_facts *facts)
{
    struct advice_sites_item *all = advice_sites(facts, TRI_KIND_COMM);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        const struct advice_sites_item *item = &all[i];
        struct analysis_advice_finding finding = advice_of_ranks(facts, ADVICE_COLLECTIVE);
        if (item->ranks < 2 || !is_collective(facts->archive->regions.mpi[i]) ||
            !archive_tells_bytes(facts->archive, i, item->bytes))
            continue;
        finding.count = item->count / item->ranks;
        if (finding.count < OFTEN || item->bytes / item->count > SMALL ||
            facts->efficiency->runtime / finding.count > EVERY)
            continue;
        finding.cost = number_scale(item->least, item->ranks, 1);
        finding.bytes = item->bytes / item->count;
        finding.time = facts->efficiency->runtime / finding.count;
        advice_site(&finding, i);
        finding.about = find_loop(facts->archive, i, &finding.others);
        advice_add(facts, finding, ADVICE_LEAST);
    }
    free(all);
}
