/* ranks.c: finds the processes of a parallel program, and how their lanes spent their time. */
#include "analysis/efficiency/efficiency.h"

#include "archive/messages/mpi_calls.h"
#include "format/place.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

bool *analysis_efficiency_find_callers(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    bool *calls = memory_zeroed(nodes->rows + 1, sizeof *calls);
    for (size_t i = nodes->rows; i-- > 0;) { /* a child's row is larger than its parent's */
        if (nodes->visits[i] && archive_mpi_is_call(archive, nodes->region[i]))
            calls[i] = true;
        if (calls[i] && nodes->parent[i] != ARCHIVE_NONE)
            calls[nodes->parent[i]] = true;
    }
    return calls;
}

bool analysis_efficiency_is_rank(const struct archive *archive, uint32_t place)
{
    return archive->ranked && archive->places.rank[place] != ARCHIVE_NONE;
}

bool analysis_efficiency_sees_mpi(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    bool sees = false;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (archive->places.collects[i] & FORMAT_COLLECT_NO_MPI)
            return false;
        sees |= (archive->places.collects[i] & FORMAT_COLLECT_MPI) != 0;
    }
    for (size_t i = 0; i < nodes->rows && !sees; i++) /* of another tool, or made by hand */
        sees = nodes->visits[i] && (archive_mpi_is_call(archive, nodes->region[i]) ||
                                    archive->regions.kind[nodes->region[i]] == TRI_KIND_COMM);
    return sees;
}

static bool waits(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return (kind == TRI_KIND_FINISH || kind == TRI_KIND_CLOCK || kind == TRI_KIND_ATOMIC) &&
           !archive_mpi_is_call(archive, region);
}

/* The time of a lane by what it did, in ns. */
struct lane_times {
    uint64_t useful, in_regions; /* in_regions: the part of it in parallel regions */
    uint64_t regions;            /* in parallel regions, without MPI */
    uint64_t mpi, ends;          /* ends: in MPI_Init and MPI_Finalize */
    uint64_t mpi_in_regions;     /* the part of `mpi` in parallel regions */
    uint64_t time;
};

/* The search for ranks. */
struct search {
    const struct cube *cube;
    const struct archive *archive;
    struct analysis_efficiency *to;
    uint32_t *main_lane; /* by row of places: plus 1; 0: it has no lanes */
    size_t *of_place;    /* by row of places: index of the rank plus 1; 0: not a rank */
    bool *has_pool;      /* by row of places */
    bool *inside;        /* by row of nodes: in a parallel region */
    bool *has_task;      /* by row of nodes: a parallel region whose work appears as a task */
    struct lane_times *lanes;
};

uint32_t *analysis_efficiency_main_lanes(const struct archive *archive)
{
    uint32_t *main_lane = memory_zeroed(archive->places.rows + 1, sizeof *main_lane);
    for (uint32_t i = (uint32_t)archive->lanes.rows; i-- > 0;) {
        if (!archive->lanes.pool[i])
            main_lane[archive->lanes.place[i]] = i + 1;
    }
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t lane = archive->nodes.lane[i];
        if (archive_mpi_kind(archive, archive->nodes.region[i]) == FORMAT_MPI_INIT &&
            archive->nodes.visits[i])
            main_lane[archive->lanes.place[lane]] = lane + 1;
    }
    return main_lane;
}

static void find_pools(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    for (size_t i = 0; i < lanes->rows; i++) {
        if (lanes->pool[i])
            search->has_pool[lanes->place[i]] = true;
    }
}

static int by_rank(const void *left, const void *right, void *context)
{
    const struct archive *archive = context;
    uint32_t a = archive->places.rank[((const struct analysis_efficiency_rank *)left)->place];
    uint32_t b = archive->places.rank[((const struct analysis_efficiency_rank *)right)->place];
    return a < b ? -1 : a > b;
}

static void add_place(struct search *search, uint32_t place)
{
    struct analysis_efficiency *to = search->to;
    if (search->main_lane[place])
        to->ranks[to->count++] = (struct analysis_efficiency_rank){
            .place = place, .lane = search->main_lane[place] - 1, .lanes = 1};
}

/* Chooses the ranks of an MPI program; if there are not at least two, the processes with OpenMP
 * threads. */
static void choose_places(struct search *search)
{
    const struct archive *archive = search->archive;
    struct analysis_efficiency *to = search->to;
    to->ranks = memory_zeroed(archive->places.rows + 1, sizeof *to->ranks);
    bool places_only = archive_has_places_only(archive);
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        if (!places_only && analysis_efficiency_is_rank(archive, i))
            add_place(search, i);
    }
    to->mpi = to->count > 0;
    if (to->count == 1 && !search->has_pool[to->ranks[0].place])
        to->count = 0;
    if (to->count) {
        qsort_r(to->ranks, to->count, sizeof *to->ranks, by_rank, (void *)archive);
        return;
    }
    to->mpi = false;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        if (search->has_pool[i])
            add_place(search, i);
    }
}

/* True if a lane did not end normally. */
static bool is_unfinished(const struct archive *archive, uint32_t lane)
{
    return archive->lanes.at_least[lane] ||
           archive->places.state[archive->lanes.place[lane]] == ARCHIVE_UNFINISHED;
}

static void describe_places(struct search *search)
{
    const struct archive *archive = search->archive;
    struct analysis_efficiency *to = search->to;
    for (size_t i = 0; i < to->count; i++) {
        uint32_t place = to->ranks[i].place, lane = to->ranks[i].lane;
        search->of_place[place] = i + 1;
        if (to->mpi && archive->places.ranks[place] > to->count + to->absent)
            to->absent = archive->places.ranks[place] - to->count;
        to->at_least |= is_unfinished(archive, lane) || archive->lanes.running[lane];
    }
    if (!to->count)
        to->state = EFFICIENCY_NOTHING;
    else if (to->mpi && !analysis_efficiency_sees_mpi(archive))
        to->state = EFFICIENCY_UNMEASURED;
}

/* Marks the nodes in parallel regions: a parent's row is smaller than its child's. */
static void find_regions(struct search *search)
{
    const struct archive *archive = search->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], kind = archive->regions.kind[nodes->region[i]];
        if (parent == ARCHIVE_NONE) {
            search->inside[i] = archive->lanes.pool[nodes->lane[i]];
            continue;
        }
        bool begins_region = archive->regions.kind[nodes->region[parent]] == TRI_KIND_PARALLEL;
        search->inside[i] = search->inside[parent] || begins_region;
        if (begins_region && kind == TRI_KIND_TASK && nodes->visits[i])
            search->has_task[parent] = true;
    }
}

static void add_mpi(struct search *search, uint32_t node, struct lane_times *lane, bool is_main)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    uint64_t time = search->cube->time[node];
    lane->mpi = number_add(lane->mpi, time);
    if (search->inside[node] && search->to->mpi) {
        lane->regions = number_minus(lane->regions, time);
        lane->mpi_in_regions = number_add(lane->mpi_in_regions, time);
    }
    if (format_mpi_is_frame(search->archive->regions.mpi[nodes->region[node]]))
        lane->ends = number_add(lane->ends, time);
    if (!is_main)
        return;
    if (!nodes->timed[node] && nodes->visits[node])
        search->to->state = EFFICIENCY_UNTIMED;
    if (nodes->unfinished[node] && is_unfinished(search->archive, nodes->lane[node]))
        search->to->state = EFFICIENCY_UNFINISHED; /* how long it would have waited is unknown */
}

/* True if the exclusive time of a node is the program's own work. */
static bool is_useful(struct search *search, uint32_t node, bool is_main)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    uint32_t region = nodes->region[node], kind = search->archive->regions.kind[region];
    bool counted = !nodes->timed[node] && nodes->visits[node];
    if (!region)
        return is_main; /* outside of all regions, a pool lane is idle */
    if (kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT)
        return false; /* their times are parts of the node around them */
    if (waits(search->archive, region)) {
        search->to->vague |= counted;
        return false;
    }
    if (kind == TRI_KIND_PARALLEL) {
        if (counted)
            search->to->state = EFFICIENCY_UNTIMED;
        return !search->has_task[node]; /* else it is the forking and joining of threads */
    }
    return kind != TRI_KIND_SPAWN && kind != TRI_KIND_RELEASE &&
           !archive_mpi_is_call(search->archive, region);
}

static void add_node(struct search *search, uint32_t node)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    uint32_t lane = nodes->lane[node], region = nodes->region[node];
    size_t number = search->of_place[search->archive->lanes.place[lane]];
    struct lane_times *to = &search->lanes[lane];
    bool is_main = number && search->to->ranks[number - 1].lane == lane;
    if (!is_main && !(number && search->archive->lanes.pool[lane]))
        return;
    if (nodes->parent[node] == ARCHIVE_NONE)
        to->time = search->cube->time[node];
    else if (search->archive->regions.kind[region] == TRI_KIND_PARALLEL && !search->inside[node])
        to->regions = number_add(to->regions, search->cube->time[node]);
    if (archive_mpi_is_call(search->archive, region)) {
        add_mpi(search, node, to, is_main);
    } else if (is_useful(search, node, is_main)) {
        to->useful = number_add(to->useful, search->cube->self[node]);
        bool within =
            search->inside[node] || search->archive->regions.kind[region] == TRI_KIND_PARALLEL;
        if (within)
            to->in_regions = number_add(to->in_regions, search->cube->self[node]);
    }
}

/* Sets the times of the main lane. Without ranks, MPI calls have no meaning here. */
static void add_main_lane(struct analysis_efficiency_rank *rank, const struct lane_times *lane,
                          bool mpi)
{
    rank->time = mpi ? number_minus(lane->time, lane->ends) : lane->time;
    rank->outside = mpi ? number_minus(lane->time, lane->mpi) : lane->time;
    rank->parallel = lane->regions < rank->outside ? lane->regions : rank->outside;
    rank->serial = lane->useful - lane->in_regions;
}

/* A position in a thread pool: a lane that began after another had ended took its place. */
struct slot {
    uint64_t end; /* ns: of its last lane */
    struct lane_times times;
};

static void add_times(struct analysis_efficiency_rank *rank, const struct lane_times *lane)
{
    rank->useful = number_add(rank->useful, lane->useful);
    if (lane->in_regions > rank->most)
        rank->most = lane->in_regions;
    if (lane->useful > rank->longest)
        rank->longest = lane->useful;
}

static int by_start(const void *left, const void *right, void *context)
{
    const struct archive_lanes *lanes = context;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (lanes->place[a] != lanes->place[b])
        return lanes->place[a] < lanes->place[b] ? -1 : 1;
    if (lanes->start[a] != lanes->start[b])
        return lanes->start[a] < lanes->start[b] ? -1 : 1;
    return a < b ? -1 : a > b;
}

/* Adds the lanes of one pool, in the order of their start. */
static void add_pool(struct search *search, struct analysis_efficiency_rank *rank,
                     const uint32_t *pool, size_t count)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    struct slot *slots = memory_zeroed(count + 1, sizeof *slots);
    size_t used = 0;
    for (size_t i = 0; i < count; i++) {
        const struct lane_times *lane = &search->lanes[pool[i]];
        size_t at = 0;
        while (at < used && slots[at].end > lanes->start[pool[i]])
            at++;
        used += at == used;
        slots[at].end = lanes->end[pool[i]];
        slots[at].times.useful = number_add(slots[at].times.useful, lane->useful);
        slots[at].times.in_regions = number_add(slots[at].times.in_regions, lane->in_regions);
    }
    for (size_t i = 0; i < used; i++)
        add_times(rank, &slots[i].times);
    rank->lanes += used;
    free(slots);
}

/* Limits the sums to what is possible. If lanes worked while the main lane was in MPI, that time
 * counts as available to them. */
static void finish_rank(struct analysis_efficiency_rank *rank)
{
    uint64_t most = number_scale(rank->time, rank->lanes, 1);
    uint64_t each = (rank->useful + rank->lanes - 1) / rank->lanes;
    if (rank->useful > most)
        rank->useful = most; /* only in a damaged archive */
    if (rank->useful > number_scale(rank->outside, rank->lanes, 1))
        rank->outside = each;
    if (rank->outside > rank->time)
        rank->outside = rank->time;
}

/* Returns the CPU time of the main lane outside of MPI. */
static uint64_t cpu_of(const struct archive_lanes *lanes, uint32_t lane)
{
    bool known = lanes->cpu[lane] != ARCHIVE_UNKNOWN && lanes->cpu_in_mpi[lane] != ARCHIVE_UNKNOWN;
    return known ? number_minus(lanes->cpu[lane], lanes->cpu_in_mpi[lane]) : ARCHIVE_UNKNOWN;
}

enum { TALK = 10 }; /* % of the time in MPI: with more by worker threads, they communicate, too */

/* True if worker threads communicate, and not only the main lanes for them. */
static bool workers_talk(const struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    double all = 0, workers = 0;
    for (size_t i = 0; i < lanes->rows; i++) {
        size_t number = search->of_place[lanes->place[i]];
        double mpi = (double)search->lanes[i].mpi_in_regions;
        all += mpi;
        workers += number && search->to->ranks[number - 1].lane != i ? mpi : 0;
    }
    return search->to->mpi && 100 * workers > TALK * all;
}

/* Counts time in MPI in parallel regions for the lane that spent it, not that of the main lane for
 * all lanes of its rank: which lane of a rank communicates most may be chance. */
static void share_mpi(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    struct analysis_efficiency *to = search->to;
    uint64_t *sum = memory_zeroed(to->count + 1, sizeof *sum); /* by rank */
    for (size_t i = 0; i < lanes->rows; i++) {
        size_t number = search->of_place[lanes->place[i]];
        if (number)
            sum[number - 1] = number_add(sum[number - 1], search->lanes[i].mpi_in_regions);
    }
    for (size_t i = 0; i < to->count; i++) {
        struct analysis_efficiency_rank *rank = &to->ranks[i];
        uint64_t own = search->lanes[rank->lane].mpi_in_regions, mean = sum[i] / rank->lanes;
        rank->outside = number_minus(number_add(rank->outside, own), mean);
        rank->parallel = number_minus(number_add(rank->parallel, own), mean);
    }
    free(sum);
}

/* Returns the lanes of all pools, by place and start; the caller frees the array. */
static uint32_t *list_pools(const struct search *search, size_t *count)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    uint32_t *list = memory_zeroed(lanes->rows + 1, sizeof *list);
    for (uint32_t i = 0; i < lanes->rows; i++) {
        size_t number = search->of_place[lanes->place[i]];
        if (number && lanes->pool[i] && search->to->ranks[number - 1].lane != i)
            list[(*count)++] = i;
    }
    if (*count)
        qsort_r(list, *count, sizeof *list, by_start, (void *)lanes);
    return list;
}

static void add_lanes(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    struct analysis_efficiency *to = search->to;
    size_t count = 0;
    for (size_t i = 0; i < to->count; i++) {
        add_main_lane(&to->ranks[i], &search->lanes[to->ranks[i].lane], to->mpi);
        add_times(&to->ranks[i], &search->lanes[to->ranks[i].lane]);
    }
    uint32_t *pools = list_pools(search, &count);
    for (size_t i = 0, end; i < count; i = end) {
        uint32_t place = lanes->place[pools[i]];
        for (end = i; end < count && lanes->place[pools[end]] == place;)
            end++;
        add_pool(search, &to->ranks[search->of_place[place] - 1], pools + i, end - i);
    }
    if (workers_talk(search))
        share_mpi(search);
    for (size_t i = 0; i < to->count; i++) {
        to->ranks[i].cpu = cpu_of(lanes, to->ranks[i].lane);
        to->ranks[i].queued = lanes->queued[to->ranks[i].lane];
        finish_rank(&to->ranks[i]);
    }
    free(pools);
}

void analysis_efficiency_ranks_find(const struct cube *cube, struct analysis_efficiency *to)
{
    const struct archive *archive = cube->archive;
    size_t places = archive->places.rows, nodes = archive->nodes.rows;
    struct search search = {
        .cube = cube,
        .archive = archive,
        .to = to,
        .main_lane = analysis_efficiency_main_lanes(cube->archive),
        .of_place = memory_zeroed(places + 1, sizeof *search.of_place),
        .has_pool = memory_zeroed(places + 1, sizeof *search.has_pool),
        .inside = memory_zeroed(nodes + 1, sizeof *search.inside),
        .has_task = memory_zeroed(nodes + 1, sizeof *search.has_task),
        .lanes = memory_zeroed(archive->lanes.rows + 1, sizeof *search.lanes),
    };
    find_pools(&search);
    choose_places(&search);
    describe_places(&search);
    find_regions(&search);
    for (uint32_t i = 0; i < nodes; i++)
        add_node(&search, i);
    add_lanes(&search);
    free(search.main_lane);
    free(search.of_place);
    free(search.has_pool);
    free(search.inside);
    free(search.has_task);
    free(search.lanes);
}
