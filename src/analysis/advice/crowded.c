/* crowded.c: finds lanes that have to wait for a core, because of too many lanes or other
 * programs. */
#include "analysis/advice/facts.h"

enum { LEAST = 5 }; /* % of the lanes' time: see crowding.c */

/* Meaning of the numbers: count: lanes that need a core; others: cores; ratio: 0 if other programs
 * had the cores; place: one on that host. */
void advice_crowded(struct advice_facts *facts)
{
    const struct crowding *crowding = &facts->efficiency->crowding;
    if (!crowding->crowded)
        return;
    struct advice_finding finding = advice_of_lanes(facts, ADVICE_CROWDED);
    finding.of = crowding->time;
    finding.cost = crowding->queued;
    finding.place = crowding->place;
    finding.count = crowding->lanes;
    finding.others = crowding->cores;
    finding.ratio = crowding->own;
    advice_add(facts, finding, LEAST);
}
