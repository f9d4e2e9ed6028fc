/* stalls.c: see stalls.h */
#include "analysis/stalls.h"

#include "analysis/stalls_leave.h"
#include "analysis/unfinished.h"
#include "archive/messages/mpi_calls.h"
#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <string.h>

/* The search for stalled ranks. */
struct search {
    const struct archive *archive;
    struct analysis_stalls *stalls;
    uint32_t *stand;    /* by row of lanes: the innermost unfinished visit; ARCHIVE_NONE: none */
    uint32_t *stall_of; /* by row of places: its first stall, plus 1 */
    bool whole;         /* all messages are known */
};

static uint32_t mpi_of(const struct archive *archive, uint32_t node)
{
    return archive->regions.mpi[archive->nodes.region[node]];
}

/* True if a rank may wait in such a call: not in one that only tests or starts something, or ends
 * the program. */
static bool may_wait(uint32_t mpi)
{
    return mpi && !(mpi & (FORMAT_MPI_LOCAL | FORMAT_MPI_ALIEN)) &&
           format_mpi_kind(mpi) != FORMAT_MPI_ABORT;
}

/* True if the lane knows the peer of such a call: a blocking send or receive. */
static bool has_peer(uint32_t mpi, bool *sends)
{
    enum format_mpi_kind kind = format_mpi_kind(mpi);
    *sends = kind == FORMAT_MPI_SEND;
    return (kind == FORMAT_MPI_SEND || kind == FORMAT_MPI_RECEIVE || kind == FORMAT_MPI_EXCHANGE) &&
           format_mpi_peer(mpi) != FORMAT_MPI_NO_PEER && !(mpi & FORMAT_MPI_BEGINS);
}

/* True if the lane knows the communicator of such a call. */
static bool has_communicator(uint32_t mpi)
{
    bool sends;
    return has_peer(mpi, &sends) || (format_mpi_kind(mpi) == FORMAT_MPI_COLLECTIVE &&
                                     !(mpi & (FORMAT_MPI_BEGINS | FORMAT_MPI_LOCAL)));
}

/* Returns the row of the communicator that the call of a lane is about; ARCHIVE_NONE: not known. */
static uint32_t communicator_of(const struct archive *archive, uint32_t lane, uint32_t mpi)
{
    const struct archive_communicators *all = &archive->communicators;
    uint32_t number = has_communicator(mpi) ? archive->lanes.communicator[lane] : 0;
    for (uint32_t i = 0; number && i < all->rows; i++) {
        if (all->place[i] == archive->lanes.place[lane] && all->number[i] == number)
            return i;
    }
    return ARCHIVE_NONE;
}

static bool goes_on(const struct archive *archive, uint32_t place)
{
    uint32_t state = archive->places.state[place];
    return archive->places.rank[place] != ARCHIVE_NONE &&
           (state == ARCHIVE_RUNNING || state == ARCHIVE_UNFINISHED);
}

static void add_stall(struct search *search, uint32_t lane, uint32_t node)
{
    const struct archive *archive = search->archive;
    struct analysis_stalls *stalls = search->stalls;
    struct analysis_stall *stall = &stalls->items[stalls->count++];
    *stall = (struct analysis_stall){
        .place = archive->lanes.place[lane],
        .lane = lane,
        .node = node,
        .since = number_minus(archive->lanes.end[lane], archive->nodes.unfinished_time[node]),
        .peer = ARCHIVE_NONE,
        .communicator = communicator_of(archive, lane, mpi_of(archive, node)),
    };
    if (has_peer(mpi_of(archive, node), &stall->sends) &&
        archive->lanes.peer[lane] != ARCHIVE_NONE) {
        stall->tag = archive->lanes.tag[lane];
        for (uint32_t i = 0; i < archive->places.rows && stall->peer == ARCHIVE_NONE; i++) {
            if (archive->places.rank[i] == archive->lanes.peer[lane] &&
                archive->places.job[i] == archive->places.job[stall->place])
                stall->peer = i;
        }
    }
    if (!search->stall_of[stall->place])
        search->stall_of[stall->place] = (uint32_t)stalls->count;
}

/* False for a lane that waits for others of its place, or an idle pool lane. */
static bool is_busy(const struct search *search, uint32_t lane)
{
    const struct archive *archive = search->archive;
    if (archive->lanes.ended[lane] ||
        (archive->lanes.pool[lane] && search->stand[lane] == ARCHIVE_NONE))
        return false;
    for (size_t i = 0; i < archive->waits.rows; i++) {
        if (archive->waits.lane[i] == lane)
            return false;
    }
    return true;
}

static void find_all(struct search *search)
{
    const struct archive *archive = search->archive;
    struct analysis_stalls *stalls = search->stalls;
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t node = search->stand[i];
        if (!goes_on(archive, archive->lanes.place[i]))
            continue;
        if (node != ARCHIVE_NONE && may_wait(mpi_of(archive, node)))
            add_stall(search, i, node);
        else if (is_busy(search, i))
            stalls->others[stalls->other_count++] =
                (struct analysis_stalls_other){archive->lanes.place[i], node};
    }
    size_t stalled = 0;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        stalls->ranks += goes_on(archive, i);
        stalled += search->stall_of[i] != 0;
    }
    stalls->all = stalls->ranks && stalled == stalls->ranks && !stalls->other_count;
}

static struct analysis_stall *stall_of(const struct search *search, uint32_t place)
{
    return search->stall_of[place] ? &search->stalls->items[search->stall_of[place] - 1] : NULL;
}

static bool is_tag(uint32_t one, uint32_t other)
{
    return one == other || (int32_t)one == -1 || (int32_t)other == -1;
}

/* False if these are certainly different communicators. */
static bool may_be_same(const struct archive *archive, uint32_t one, uint32_t other)
{
    return !stalls_has_id(archive, one) || !stalls_has_id(archive, other) ||
           archive->communicators.id[one] == archive->communicators.id[other];
}

/* True if the message that a rank sends in a call that also receives may be the one that `stall`
 * waits for. */
static bool may_send(const struct archive *archive, const struct analysis_stall *other,
                     const struct analysis_stall *stall)
{
    const struct archive_communicators *all = &archive->communicators;
    uint32_t row = other->communicator;
    if (row == ARCHIVE_NONE || all->exchange_lane[row] != archive->lanes.number[other->lane])
        return true; /* what it sends is not known */
    return all->exchange_to[row] == archive->places.rank[stall->place] &&
           is_tag(stall->tag, all->exchange_tag[row]);
}

/* True if the stalled call of a rank may be the other end of what `stall` waits for. A rank that
 * sends and receives waits for what it receives only if that has not come: not known if events are
 * missing. */
static bool may_be_partner(const struct search *search, const struct analysis_stall *stall,
                           const struct analysis_stall *other)
{
    bool sends;
    const struct archive *archive = search->archive;
    uint32_t mpi = mpi_of(archive, other->node);
    if (format_mpi_kind(mpi) == FORMAT_MPI_EXCHANGE && !search->whole)
        return true;
    if (!has_peer(mpi, &sends) || !may_be_same(archive, stall->communicator, other->communicator))
        return false;
    if (format_mpi_kind(mpi) == FORMAT_MPI_EXCHANGE && !stall->sends)
        return may_send(archive, other, stall);
    return sends != stall->sends && is_tag(stall->tag, archive->lanes.tag[other->lane]) &&
           (other->peer == stall->place || other->peer == ARCHIVE_NONE);
}

/* True if all messages are known. */
static bool has_all_messages(const struct archive *archive)
{
    for (size_t i = 0; i < archive->regions.rows; i++) {
        if (archive->regions.mpi[i] && archive->regions.flags[i] & FORMAT_FILTERED)
            return false;
    }
    return archive_acts_are_whole(archive);
}

/* Marks a send and a receive that match: they wait only for each other. */
static void find_meetings(struct search *search)
{
    struct analysis_stalls *stalls = search->stalls;
    for (size_t i = 0; i < stalls->count; i++) {
        struct analysis_stall *stall = &stalls->items[i], *other;
        if (stall->peer != ARCHIVE_NONE && (other = stall_of(search, stall->peer)) &&
            may_be_partner(search, stall, other))
            stall->met = true;
    }
}

/* Marks calls whose message is under way: sent to a rank that waits for it, or received from one
 * that still sends it. Only one end of such a message is known. */
static void find_messages(struct search *search)
{
    const struct archive_messages *messages = &search->archive->messages;
    for (size_t i = 0; i < messages->rows; i++) {
        bool sent = messages->send[i] != ARCHIVE_NONE,
             received = messages->receive[i] != ARCHIVE_NONE;
        uint32_t source = messages->source[i], target = messages->target[i];
        if (sent == received || source == ARCHIVE_NONE || target == ARCHIVE_NONE)
            continue;
        struct analysis_stall *stall = stall_of(search, sent ? target : source);
        if (stall && stall->peer == (sent ? source : target) && stall->sends == received &&
            is_tag(stall->tag, messages->tag[i]) &&
            may_be_same(search->archive, stall->communicator, messages->communicator[i]))
            stall->met = true;
    }
}

/* Marks calls entered after the first death: only earlier ones say something about the program. */
static void find_late(struct search *search)
{
    struct analysis_stalls *stalls = search->stalls;
    stalls->has_death = analysis_deaths_first(search->archive, &stalls->death);
    for (size_t i = 0; i < stalls->count && stalls->has_death; i++)
        stalls->items[i].late = stalls->items[i].since > stalls->death.before;
}

/* True if the rank waits for its peer, and certainly does not work meanwhile unless `or_works`. */
static bool needs_peer(const struct analysis_stall *stall, bool or_works)
{
    return !stall->late && !stall->met && stall->peer != ARCHIVE_NONE &&
           (or_works || !stall->works);
}

/* Follows the waiting ranks from a stall, by index plus 1, on. Returns a stall of a circle that was
 * not passed before, or 0. Each rank waits for at most one. */
static uint32_t follow(const struct search *search, uint32_t *passed, uint32_t first, bool or_works)
{
    uint32_t at = first;
    while (at && !passed[at - 1]) {
        const struct analysis_stall *stall = &search->stalls->items[at - 1];
        passed[at - 1] = first;
        at = needs_peer(stall, or_works) ? search->stall_of[stall->peer] : 0;
    }
    return at && passed[at - 1] == first ? at : 0;
}

/* Finds circles of waiting ranks. */
static void find_circles(struct search *search)
{
    struct analysis_stalls *stalls = search->stalls;
    uint32_t *passed = memory_zeroed(stalls->count + 1, sizeof *passed); /* from which stall */
    uint32_t *perhaps = memory_zeroed(stalls->count + 1, sizeof *perhaps);
    for (uint32_t i = 1; i <= stalls->count; i++) {
        stalls->may_circle |= follow(search, perhaps, i, true) != 0;
        uint32_t at = follow(search, passed, i, false);
        stalls->circles += at != 0;
        while (at && !stalls->items[at - 1].circle) {
            stalls->items[at - 1].circle = stalls->circles;
            at = search->stall_of[stalls->items[at - 1].peer];
        }
    }
    free(passed);
    free(perhaps);
}

static int by_circle(const void *left, const void *right)
{
    const struct analysis_stall *a = left, *b = right;
    if (a->circle != b->circle) /* 0 comes last */
        return a->circle - 1 < b->circle - 1 ? -1 : 1;
    return a->lane < b->lane ? -1 : a->lane > b->lane;
}

static void finish(struct search *search)
{
    const struct archive *archive = search->archive;
    struct analysis_stalls *stalls = search->stalls;
    bool at_least;
    uint64_t last = 0;
    uint64_t end = stalls->has_death ? stalls->death.before : archive_end(archive, &at_least);
    stalls->was_all = stalls->all;
    for (size_t i = 0; i < stalls->count; i++) {
        const struct analysis_stall *stall = &stalls->items[i];
        stalls->was_all &= !stall->late && !stall->met;
        last = stall->since > last && !stall->late ? stall->since : last;
    }
    stalls->time = last ? number_minus(end, last) : 0;
    if (stalls->count)
        qsort(stalls->items, stalls->count, sizeof *stalls->items, by_circle);
    stalls_find_leaving(archive, stalls);
}

struct analysis_stalls analysis_stalls_find(const struct archive *archive)
{
    struct analysis_stalls stalls = {0};
    struct search search = {
        .archive = archive,
        .stalls = &stalls,
        .stand = analysis_unfinished_visits(archive),
        .stall_of = memory_zeroed(archive->places.rows + 1, sizeof *search.stall_of),
        .whole = has_all_messages(archive),
    };
    stalls.items = memory_zeroed(archive->lanes.rows + 1, sizeof *stalls.items);
    stalls.others = memory_zeroed(archive->lanes.rows + 1, sizeof *stalls.others);
    find_all(&search);
    find_late(&search);
    find_meetings(&search);
    find_messages(&search);
    stalls_find_working(archive, &stalls);
    find_circles(&search);
    finish(&search);
    free(search.stand);
    free(search.stall_of);
    return stalls;
}

void analysis_stalls_free(struct analysis_stalls *stalls)
{
    free(stalls->items);
    free(stalls->others);
    *stalls = (struct analysis_stalls){0};
}
