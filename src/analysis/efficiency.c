/* efficiency.c: see efficiency.h */
#include "analysis/efficiency.h"

#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

static const char *name_of(const struct archive *archive, uint32_t region)
{
    return archive_text(archive, archive->regions.name[region]);
}

bool efficiency_is_mpi(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return kind == TRI_KIND_COMM || ((kind == TRI_KIND_CLOCK || kind == TRI_KIND_IO) &&
                                     !strncmp(name_of(archive, region), "MPI_", 4));
}

bool efficiency_is_rank(const struct archive *archive, uint32_t place)
{
    return archive->ranked && archive->places.rank[place] != ARCHIVE_NONE;
}

static bool begins(const char *name)
{
    return !strcmp(name, "MPI_Init") || !strcmp(name, "MPI_Init_thread");
}

static int by_rank(const void *left, const void *right, void *context)
{
    const struct archive *archive = context;
    uint32_t a = archive->places.rank[((const struct efficiency_rank *)left)->place];
    uint32_t b = archive->places.rank[((const struct efficiency_rank *)right)->place];
    return a < b ? -1 : a > b;
}

/* Ranks with the lane that began MPI; of_place: the number of each plus 1. */
static void find_ranks(const struct archive *archive, struct efficiency *to, size_t *of_place)
{
    uint32_t *lane = memory_zeroed(archive->places.rows + 1, sizeof *lane); /* plus 1 */
    for (uint32_t i = (uint32_t)archive->lanes.rows; i-- > 0;)
        lane[archive->lanes.place[i]] = i + 1;
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t row = archive->nodes.lane[i];
        if (begins(name_of(archive, archive->nodes.region[i])) && archive->nodes.count[i])
            lane[archive->lanes.place[row]] = row + 1;
    }
    to->ranks = memory_zeroed(archive->places.rows + 1, sizeof *to->ranks);
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        if (efficiency_is_rank(archive, i) && lane[i])
            to->ranks[to->count++] =
                (struct efficiency_rank){.place = i, .lane = lane[i] - 1, .lanes = 1};
    }
    if (to->count)
        qsort_r(to->ranks, to->count, sizeof *to->ranks, by_rank, (void *)archive);
    for (size_t i = 0; i < to->count; i++) {
        uint32_t place = to->ranks[i].place;
        of_place[place] = i + 1;
        if (archive->places.ranks[place] > to->count + to->absent)
            to->absent = archive->places.ranks[place] - to->count;
        to->at_least |=
            archive->lanes.at_least[to->ranks[i].lane] || archive->lanes.running[to->ranks[i].lane];
    }
    free(lane);
}

static bool waits(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return (kind == TRI_KIND_FINISH || kind == TRI_KIND_CLOCK || kind == TRI_KIND_ATOMIC) &&
           !efficiency_is_mpi(archive, region);
}

/* A node of the lane that a rank is seen through. */
static void add_own_node(const struct cube *cube, uint32_t node, struct efficiency *to,
                         struct efficiency_rank *rank)
{
    const struct archive *archive = cube->archive;
    uint32_t region = archive->nodes.region[node];
    const char *name = name_of(archive, region);
    if (archive->nodes.parent[node] == ARCHIVE_NONE)
        rank->time = rank->useful = rank->busy = cube->time[node];
    if (!region)
        return;
    if (efficiency_is_mpi(archive, region)) {
        if (!archive->nodes.timed[node] && archive->nodes.count[node])
            to->state = EFFICIENCY_UNTIMED;
        if (archive->nodes.open[node] && archive->lanes.at_least[rank->lane])
            to->state = EFFICIENCY_CUT; /* how long it waited there is not known */
        if (begins(name) || !strcmp(name, "MPI_Finalize"))
            rank->time = number_minus(rank->time, cube->time[node]);
        rank->useful = number_minus(rank->useful, cube->time[node]);
        rank->busy = number_minus(rank->busy, cube->time[node]);
    } else if (waits(archive, region)) {
        rank->busy = number_minus(rank->busy, cube->self[node]);
    }
}

/* Of a lane of its pool. */
static void add_pool_node(const struct cube *cube, uint32_t node, struct efficiency_rank *rank)
{
    const struct archive *archive = cube->archive;
    uint32_t region = archive->nodes.region[node];
    if (archive->nodes.parent[node] == ARCHIVE_NONE)
        rank->lanes++;
    else if (region && !waits(archive, region) && !efficiency_is_mpi(archive, region))
        rank->busy = number_add(rank->busy, cube->self[node]);
}

/* A lane's root has a smaller row than the rest of it. */
static void add_nodes(const struct cube *cube, struct efficiency *to, const size_t *of_place)
{
    const struct archive *archive = cube->archive;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t lane = archive->nodes.lane[i];
        size_t number = of_place[archive->lanes.place[lane]];
        if (!number)
            continue;
        struct efficiency_rank *rank = &to->ranks[number - 1];
        if (lane == rank->lane)
            add_own_node(cube, i, to, rank);
        else if (archive->lanes.pool[lane])
            add_pool_node(cube, i, rank);
    }
}

static double ratio(double part, double whole)
{
    double found = whole > 0 ? part / whole : 1;
    return found < 1 ? found : 1;
}

static void find_factors(struct efficiency *to)
{
    double lanes_useful = 0, busy = 0, useful = 0;
    for (size_t i = 0; i < to->count; i++) {
        const struct efficiency_rank *rank = &to->ranks[i];
        if (rank->time > to->runtime)
            to->runtime = rank->time;
        if (rank->useful > to->most) {
            to->most = rank->useful;
            to->busiest = i;
        }
        useful += (double)rank->useful;
        to->lanes += rank->lanes;
        lanes_useful += (double)rank->useful * (double)rank->lanes;
        busy += (double)rank->busy;
        to->useful = number_add(to->useful, rank->useful);
    }
    to->balance = ratio(useful, (double)to->most * (double)to->count);
    to->communication = ratio((double)to->most, (double)to->runtime);
    to->threads = to->lanes > to->count ? ratio(busy, lanes_useful) : 1;
    to->parallel = to->balance * to->communication * to->threads;
}

/* A replay that came out longer than the run (ranks had not begun at the same moment), or shorter
 * than its computation, is taken as what is possible. */
static void split(struct efficiency *to)
{
    uint64_t ideal = to->replay.time;
    if (to->replay.state != REPLAY_KNOWN)
        return;
    ideal = ideal > to->runtime ? to->runtime : ideal < to->most ? to->most : ideal;
    to->replay.time = ideal;
    to->transfer = ratio((double)ideal, (double)to->runtime);
    to->serialisation = ratio((double)to->most, (double)ideal);
}

static void run_again(const struct archive *archive, struct efficiency *to)
{
    uint32_t *lane = memory_zeroed(archive->places.rows + 1, sizeof *lane);
    for (size_t i = 0; i < archive->places.rows; i++)
        lane[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < to->count; i++)
        lane[to->ranks[i].place] = to->ranks[i].lane;
    to->replay = replay_run(archive, lane);
    split(to);
    free(lane);
}

enum { SAME = 90 }; /* %: ranks that were seen for that part of the longest time can be compared */

/* Of ranks that were cut off, it is only known how long they lived at least. */
static bool is_cut(const struct efficiency *efficiency)
{
    for (size_t i = 0; i < efficiency->count && efficiency->at_least; i++) {
        if (100.0 * (double)efficiency->ranks[i].time < SAME * (double)efficiency->runtime)
            return true;
    }
    return false;
}

struct efficiency efficiency_find(const struct cube *cube)
{
    const struct archive *archive = cube->archive;
    struct efficiency to = {0};
    size_t *of_place = memory_zeroed(archive->places.rows + 1, sizeof *of_place);
    find_ranks(archive, &to, of_place);
    add_nodes(cube, &to, of_place);
    if (to.count < 2)
        to.state = EFFICIENCY_NO_RANKS;
    for (size_t i = 0; i < to.count && to.state == EFFICIENCY_KNOWN; i++) {
        if (archive->places.clock[to.ranks[i].place] == FORMAT_CLOCK_CPU)
            to.state = EFFICIENCY_CPU_TIME;
    }
    find_factors(&to);
    if (to.state == EFFICIENCY_KNOWN && is_cut(&to))
        to.state = EFFICIENCY_CUT;
    if (to.state == EFFICIENCY_KNOWN)
        run_again(archive, &to);
    free(of_place);
    return to;
}

void efficiency_free(struct efficiency *efficiency)
{
    free(efficiency->ranks);
    replay_free(&efficiency->replay);
    *efficiency = (struct efficiency){0};
}
