/* work.c: finds how much work each rank did, by instructions or by trips of loops. */
#include "analysis/efficiency/efficiency.h"

#include "analysis/trips.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { COVERED = 80 }; /* % of a rank's useful time in counted loops: with less, trips say little */

/* The search for the ranks' work. */
struct search {
    const struct cube *cube;
    const struct archive *archive;
    struct analysis_efficiency *to;
    size_t *of_place; /* by row of places: index of the rank plus 1; 0: not a rank */
};

/* Returns the rank whose useful time includes a lane's; NULL if there is none. */
static struct analysis_efficiency_rank *rank_of(const struct search *search, uint32_t lane)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    size_t number = search->of_place[lanes->place[lane]];
    struct analysis_efficiency_rank *rank = number ? &search->to->ranks[number - 1] : NULL;
    return rank && (rank->lane == lane || lanes->pool[lane]) ? rank : NULL;
}

/* True if trips show how much each rank did: nearly all of its useful time is in loops with short
 * trips. A loop with few and long trips calls code in which nothing was counted, and that code may
 * have more to do on one rank than on another. */
static bool trips_tell(const struct search *search)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    const struct analysis_efficiency *to = search->to;
    uint32_t *owners = analysis_trips_owners(search->archive);
    uint64_t *trips = analysis_trips_inside(search->archive, owners);
    uint64_t *covered = memory_zeroed(to->count + 1, sizeof *covered); /* by rank, ns */
    bool tell = true;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        const struct analysis_efficiency_rank *rank = rank_of(search, nodes->lane[i]);
        uint64_t self = search->cube->self[i], most = analysis_trips_limit(trips[i]);
        if (rank)
            covered[rank - to->ranks] =
                number_add(covered[rank - to->ranks], self < most ? self : most);
    }
    for (size_t i = 0; i < to->count; i++)
        tell &= 100.0 * (double)covered[i] >= COVERED * (double)to->ranks[i].useful;
    free(owners);
    free(trips);
    free(covered);
    return tell;
}

static void add_instructions(const struct search *search)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        struct analysis_efficiency_rank *rank = rank_of(search, nodes->lane[i]);
        if (rank)
            rank->work = number_add(rank->work, nodes->instructions[i]);
    }
}

static void add_trips(const struct search *search)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        struct analysis_efficiency_rank *rank = rank_of(search, nodes->lane[i]);
        if (rank && analysis_trips_is_loop(search->archive, i))
            rank->work = number_add(rank->work, nodes->trips[i]);
    }
}

void analysis_efficiency_work_find(const struct cube *cube, struct analysis_efficiency *to)
{
    const struct archive *archive = cube->archive;
    struct search search = {cube, archive, to, NULL};
    bool instructions = false;
    search.of_place = memory_zeroed(archive->places.rows + 1, sizeof *search.of_place);
    for (size_t i = 0; i < to->count; i++)
        search.of_place[to->ranks[i].place] = i + 1;
    for (size_t i = 0; i < archive->nodes.rows && !instructions; i++)
        instructions = archive->nodes.instructions[i] != 0;
    if (instructions)
        add_instructions(&search);
    else if (trips_tell(&search))
        add_trips(&search);
    free(search.of_place);
}
