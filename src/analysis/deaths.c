/* deaths.c: see deaths.h. When a rank is killed, others end soon after: MPI aborts those that
 * communicate with it, and the launcher ends the rest. This takes milliseconds, in which a process
 * may be gone before the one whose end it noticed. So among processes that ended together, those
 * that cannot be a consequence come first. */
#include "analysis/deaths.h"

#include "archive/messages/mpi_calls.h"
#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"

#include <signal.h>
#include <stdlib.h>

#define TOGETHER UINT64_C(200000000) /* ns */
#define GIVEN_BACK UINT64_C(10000000)
#define ONE_GO UINT64_C(1000000)

/* The search for the first death. */
struct search {
    const struct archive *archive;
    struct analysis_death *deaths; /* by row of places */
    bool *is_one;                  /* by row of places: there is one */
    uint64_t earliest;             /* of those whose end was seen */
    uint32_t *stand; /* by row of places: the innermost open visit of its first lane */
    uint32_t *lane;  /* by row of places: that lane; ARCHIVE_NONE: none */
};

/* Returns, by row of places, if it has called MPI_Finalize. */
static uint8_t *find_finalized(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint8_t *finalized = memory_zeroed(archive->places.rows + 1, 1);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->visits[i] && !nodes->unfinished[i] &&
            archive_mpi_kind(archive, nodes->region[i]) == FORMAT_MPI_FINALIZE)
            finalized[archive->lanes.place[nodes->lane[i]]] = 1;
    }
    return finalized;
}

static void find_stands(struct search *search)
{
    const struct archive *archive = search->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < archive->places.rows; i++)
        search->stand[i] = search->lane[i] = ARCHIVE_NONE;
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = archive->lanes.place[i];
        if (search->lane[place] == ARCHIVE_NONE)
            search->lane[place] = i;
    }
    for (uint32_t i = 0; i < nodes->rows; i++) { /* a child's row is larger than its parent's */
        uint32_t place = archive->lanes.place[nodes->lane[i]];
        if (nodes->lane[i] == search->lane[place] && nodes->unfinished[i] && nodes->region[i])
            search->stand[place] = i;
    }
}

/* True if a place was in a call that ends the run. */
static bool has_aborted(const struct search *search, uint32_t place)
{
    const struct archive *archive = search->archive;
    uint32_t node = search->stand[place];
    return node != ARCHIVE_NONE &&
           archive_mpi_kind(archive, archive->nodes.region[node]) == FORMAT_MPI_ABORT;
}

/* Finds how a place ended. False if it did not end prematurely. */
static bool death_of(const struct search *search, uint32_t place, bool finalized,
                     struct analysis_death *death)
{
    const struct archive_places *places = &search->archive->places;
    *death = (struct analysis_death){
        .place = place,
        .signal = places->signal[place],
        .moment = places->end[place],
        .node = ARCHIVE_NONE,
    };
    if (places->state[place] == ARCHIVE_UNFINISHED) {
        death->how = has_aborted(search, place) ? DEATH_ABORT
                     : death->signal            ? DEATH_SIGNAL
                     : places->heard[place]     ? DEATH_UNFINISHED
                                                : DEATH_UNSEEN;
        return true;
    }
    death->how = DEATH_EXIT;
    return places->state[place] == ARCHIVE_ENDED && places->rank[place] != ARCHIVE_NONE &&
           places->collects[place] & FORMAT_COLLECT_MPI && !finalized;
}

/* True if its end was seen, and at about the same time as the first ones. */
static bool is_among_first(const struct search *search, uint32_t place)
{
    return search->is_one[place] && search->deaths[place].how != DEATH_UNSEEN &&
           search->deaths[place].moment <= number_add(search->earliest, TOGETHER);
}

static bool is_in_mpi(const struct search *search, uint32_t place)
{
    uint32_t node = search->stand[place];
    uint32_t region = node == ARCHIVE_NONE ? 0 : search->archive->nodes.region[node];
    return archive_mpi_is_call(search->archive, region) && !has_aborted(search, place);
}

/* True if the end of another process may be the cause of this one. */
static bool is_consequence(const struct search *search, const struct analysis_death *death)
{
    return death->how == DEATH_UNFINISHED || search->archive->places.sent[death->place] ||
           (death->how == DEATH_SIGNAL &&
            (death->signal == SIGTERM ||
             (death->signal == SIGABRT && is_in_mpi(search, death->place))));
}

/* Returns the partner of the blocking send or receive in which a rank was; ARCHIVE_NONE if there is
 * none. */
static uint32_t partner_of(const struct search *search, uint32_t place)
{
    const struct archive *archive = search->archive;
    uint32_t lane = search->lane[place];
    uint32_t peer = lane == ARCHIVE_NONE ? ARCHIVE_NONE : archive->lanes.peer[lane];
    for (uint32_t i = 0; i < archive->places.rows && peer != ARCHIVE_NONE; i++) {
        if (archive->places.rank[i] == peer && archive->places.job[i] == archive->places.job[place])
            return i;
    }
    return ARCHIVE_NONE;
}

/* Returns the partner of a rank that MPI aborted, if that is among the first, too. */
static uint32_t find_reason(const struct search *search)
{
    for (uint32_t i = 0; i < search->archive->places.rows; i++) {
        if (!is_among_first(search, i) || search->deaths[i].signal != SIGABRT ||
            !is_in_mpi(search, i))
            continue;
        uint32_t partner = partner_of(search, i);
        if (partner != ARCHIVE_NONE && is_among_first(search, partner) &&
            !is_consequence(search, &search->deaths[partner]))
            return partner;
    }
    return ARCHIVE_NONE;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* True if `a` ended before `b`. A process with much memory is gone some milliseconds after it was
 * killed. Then the order counts in which their parents were notified, unless that was at the same
 * time. */
static bool is_before(const struct search *search, const struct analysis_death *a,
                      const struct analysis_death *b)
{
    const uint64_t *heard = search->archive->places.heard;
    bool reason = !is_consequence(search, a), other = !is_consequence(search, b);
    if (reason != other)
        return reason;
    if (heard[a->place] && heard[b->place] && apart(a->moment, b->moment) <= GIVEN_BACK &&
        apart(heard[a->place], heard[b->place]) > ONE_GO)
        return heard[a->place] < heard[b->place];
    return a->moment < b->moment;
}

/* Returns the first death. If no end was seen, it is that of the place whose last sign of life is
 * oldest. */
static uint32_t find_first(const struct search *search)
{
    uint32_t first = ARCHIVE_NONE, reason = find_reason(search);
    bool seen = search->earliest != UINT64_MAX;
    for (uint32_t i = 0; i < search->archive->places.rows; i++) {
        const struct analysis_death *death = &search->deaths[i];
        if (!(seen ? is_among_first(search, i) : search->is_one[i]))
            continue;
        if (first == ARCHIVE_NONE || (seen ? is_before(search, death, &search->deaths[first])
                                           : death->moment < search->deaths[first].moment))
            first = i;
    }
    bool exits = first != ARCHIVE_NONE && search->deaths[first].how == DEATH_EXIT;
    return reason != ARCHIVE_NONE && !exits ? reason : first;
}

bool analysis_deaths_first(const struct archive *archive, struct analysis_death *first)
{
    size_t rows = archive->places.rows + 1;
    struct search search = {
        .archive = archive,
        .deaths = memory_zeroed(rows, sizeof *search.deaths),
        .is_one = memory_zeroed(rows, sizeof *search.is_one),
        .earliest = UINT64_MAX,
        .stand = memory_zeroed(rows, sizeof *search.stand),
        .lane = memory_zeroed(rows, sizeof *search.lane),
    };
    uint8_t *finalized = find_finalized(archive);
    bool unfinished = false;
    uint64_t before = UINT64_MAX;
    find_stands(&search);
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        struct analysis_death *death = &search.deaths[i];
        unfinished |= archive->places.state[i] == ARCHIVE_UNFINISHED || archive->places.alive[i];
        search.is_one[i] = death_of(&search, i, finalized[i], death);
        if (search.is_one[i] && death->moment < before)
            before = death->moment;
        if (search.is_one[i] && death->how != DEATH_UNSEEN && death->moment < search.earliest)
            search.earliest = death->moment;
    }
    uint32_t place = unfinished ? find_first(&search) : ARCHIVE_NONE; /* else all ended normally */
    if (place != ARCHIVE_NONE) {
        *first = search.deaths[place];
        first->node = search.stand[place];
        first->before = before;
    }
    free(finalized);
    free(search.deaths);
    free(search.is_one);
    free(search.stand);
    free(search.lane);
    return place != ARCHIVE_NONE;
}
