/* barrier.c: a barrier at which ranks wait. It moves no data: what they wait for is only that
 * others come. */
#include "analysis/advice/sites.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* cost: all the time there. time, least: of the rank that was there the longest, and the shortest:
 * `place` and `partner`. */
void advice_barrier(struct advice_facts *facts)
{
    struct advice_sites_item *all = advice_sites(facts, TRI_KIND_CLOCK);
    for (uint32_t i = 1; i < facts->archive->regions.rows; i++) {
        const struct advice_sites_item *item = &all[i];
        struct advice_finding finding = advice_of_ranks(facts, ADVICE_BARRIER);
        if (item->ranks < 2 || strcmp(advice_name(facts, i), "MPI_Barrier") != 0)
            continue;
        finding.cost = item->time;
        finding.count = item->count;
        finding.others = item->ranks;
        finding.time = item->most;
        finding.least = item->least;
        finding.place = item->most_place;
        finding.partner = item->least_place;
        advice_site(&finding, i);
        advice_add(facts, finding, ADVICE_LEAST);
    }
    free(all);
}
