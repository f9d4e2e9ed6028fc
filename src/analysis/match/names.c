/* names.c: evidence from the names of two loops' routines, and from the number of loops of the same
 * size. */
#include "analysis/match/match.h"

#include "analysis/match/heaviest.h"
#include "analysis/match/state.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

static const double counterpart = 4; /* bits: see match_names */
static const double moved = 3;       /* bits: for each that has a namesake */
static const double alike = 5;       /* bits: two loops are of the same size */

uint32_t match_count_alike(const struct match_state *state, uint32_t loop, bool of_first)
{
    const struct analysis_match_program *all = of_first ? state->other : state->first;
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        if (all->loops[i].share < HEAVIEST_SMALLEST)
            continue;
        double bits = of_first ? evidence_trips(state->first, loop, state->other, i)
                               : evidence_trips(state->first, i, state->other, loop);
        count += bits >= alike;
    }
    return count ? count : 1;
}

double match_names(const struct match_state *state, uint32_t a, uint32_t b, bool counterparts)
{
    if (state->namesakes[b] == a)
        return MATCH_NAMESAKE;
    return (counterparts ? counterpart : 0) - (state->has_namesake[a] ? moved : 0) -
           (state->namesakes[b] != MATCH_NONE ? moved : 0);
}
