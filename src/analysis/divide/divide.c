/* divide.c: see divide.h */
#include "analysis/divide.h"

#include "analysis/divide/headers.h"
#include "archive/write/sources.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <triptych/probes.h>

enum {
    FEW_TRIPS = 4,             /* fewer per visit leave most cores idle */
    SIMD_VALUES = 4,           /* values that an instruction handles at a time */
    SIMD_TRIP = 200,           /* ns: longer trips do more than a few instructions */
    THREADS_VISIT = 20000,     /* ns: starting and joining threads takes some microseconds */
    PROCESSES_VISIT = 10000000 /* ns: exchanging data takes some hundred microseconds */
};

static const double least_share = 0.01; /* of the run */
static const double least_io = 0.01;    /* of a loop's time: less is an occasional message */

/* The sums of a loop over all call paths. */
struct sums {
    uint64_t visits, trips, time;
    uint64_t io; /* ns inside of it */
    bool untimed, calls;
    uint32_t around;  /* row of regions: the loop around it on its longest path */
    uint64_t longest; /* ns: of that path */
    enum analysis_divide_obstacle has;
};

struct search {
    const struct cube *cube;
    const struct archive *archive;
    struct analysis_divide *to;
    struct sums *sums;     /* by row of regions */
    uint32_t *loop_around; /* by node: the node of the nearest loop above it, or ARCHIVE_NONE */
    bool *inside;          /* by node: it is inside of a chosen loop */
};

static bool is_loop(const struct archive *archive, uint32_t node)
{
    return archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP;
}

/* True if one thread of one process did everything. */
static bool is_serial(const struct archive *archive)
{
    size_t lanes = 0;
    for (size_t i = 0; i < archive->nodes.rows; i++)
        lanes += archive->nodes.parent[i] == ARCHIVE_NONE;
    return lanes == 1 && archive->lanes.rows && archive->places.rows == 1;
}

static bool is_same_above(const struct archive *archive, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = nodes->parent[node]; i != ARCHIVE_NONE; i = nodes->parent[i]) {
        if (nodes->region[i] == nodes->region[node])
            return true;
    }
    return false;
}

/* Adds I/O to all loops around it. */
static void add_io(struct search *search, uint32_t node)
{
    for (uint32_t i = search->loop_around[node]; i != ARCHIVE_NONE; i = search->loop_around[i]) {
        struct sums *sums = &search->sums[search->archive->nodes.region[i]];
        sums->io = number_add(sums->io, search->cube->time[node]);
    }
}

static void add_node(struct search *search, uint32_t node)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    uint32_t parent = nodes->parent[node], region = nodes->region[node];
    struct sums *sums = &search->sums[region];
    search->loop_around[node] = parent == ARCHIVE_NONE             ? ARCHIVE_NONE
                                : is_loop(search->archive, parent) ? parent
                                                                   : search->loop_around[parent];
    if (parent != ARCHIVE_NONE && nodes->visits[node])
        search->sums[nodes->region[parent]].calls = true;
    if (search->archive->regions.kind[region] == TRI_KIND_IO)
        add_io(search, node);
    if (!is_loop(search->archive, node) || !nodes->visits[node])
        return;
    sums->visits = number_add(sums->visits, nodes->visits[node]);
    sums->trips = number_add(sums->trips, nodes->trips[node]);
    sums->untimed |= !nodes->timed[node];
    if (!is_same_above(search->archive, node))
        sums->time = number_add(sums->time, search->cube->time[node]);
    if (search->cube->time[node] >= sums->longest) {
        uint32_t around = search->loop_around[node];
        sums->longest = search->cube->time[node];
        sums->around = around == ARCHIVE_NONE ? 0 : nodes->region[around];
    }
}

static bool repeats(const struct archive *archive, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    const char *dot = strrchr(archive_text(archive, regions->file[region]), '.');
    size_t size;
    char *text = archive_sources_read(archive, region, &size);
    bool fortran = dot && (dot[1] == 'f' || dot[1] == 'F');
    char *headers = text && !fortran ? divide_headers(archive, region, text, size) : NULL;
    bool same =
        text && (fortran ? analysis_divide_repeats_fortran(text, size, regions->line[region],
                                                           regions->end_line[region])
                         : analysis_divide_repeats_c(text, size, headers, regions->line[region],
                                                     regions->end_line[region]));
    free(headers);
    free(text);
    return same;
}

static bool is_determined(const struct archive *archive, uint32_t region)
{
    return archive->regions.flags[region] & TRI_DETERMINED;
}

/* Returns the layer that fits; *fits is false if even SIMD does not. */
static enum analysis_divide_layer layer_of(const struct sums *sums, bool *fits)
{
    uint64_t visit = sums->time / sums->visits, trips = sums->trips ? sums->trips : 1;
    *fits = true;
    if (visit >= PROCESSES_VISIT)
        return DIVIDE_PROCESSES;
    if (visit >= THREADS_VISIT)
        return DIVIDE_THREADS;
    *fits = !sums->calls && sums->time / trips <= SIMD_TRIP;
    return DIVIDE_SIMD;
}

static enum analysis_divide_obstacle obstacle_of(const struct search *search, uint32_t region)
{
    const struct sums *sums = &search->sums[region];
    bool fits;
    if (sums->untimed)
        return DIVIDE_UNTIMED;
    if ((double)sums->time < least_share * (double)search->to->time)
        return DIVIDE_SMALL;
    if (sums->trips < FEW_TRIPS * sums->visits)
        return DIVIDE_FEW;
    if (repeats(search->archive, region))
        return DIVIDE_REPEATS;
    if (!is_determined(search->archive, region))
        return DIVIDE_OPEN;
    if ((double)sums->io > least_io * (double)sums->time)
        return DIVIDE_IO;
    layer_of(sums, &fits);
    if (!fits)
        return DIVIDE_SHORT;
    return DIVIDE_NOTHING;
}

/* Adds a loop, if it was not added on another call path. */
static void choose(struct search *search, uint32_t region)
{
    struct analysis_divide *to = search->to;
    const struct sums *sums = &search->sums[region];
    bool fits;
    for (size_t i = 0; i < to->count; i++) {
        if (to->loops[i].region == region)
            return;
    }
    struct analysis_divide_loop *loop = &to->loops[to->count++];
    *loop = (struct analysis_divide_loop){
        .region = region,
        .around = sums->around,
        .around_has = sums->around ? search->sums[sums->around].has : DIVIDE_NOTHING,
        .layer = layer_of(sums, &fits),
        .determined = is_determined(search->archive, region),
        .visits = sums->visits,
        .trips = sums->trips,
        .time = sums->time,
        .share = to->time ? (double)sums->time / (double)to->time : 0,
    };
    if (loop->share > 1)
        loop->share = 1;
}

/* Chooses the outermost loops against which nothing speaks: parents come before their children. */
static void choose_loops(struct search *search)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    for (uint32_t i = 0; i < search->archive->regions.rows; i++) {
        if (search->sums[i].visits)
            search->sums[i].has = obstacle_of(search, i);
        search->to->has_loops |= search->sums[i].visits && !search->sums[i].untimed;
    }
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        search->inside[i] = parent != ARCHIVE_NONE && search->inside[parent];
        if (search->inside[i] || !is_loop(search->archive, i) || !nodes->visits[i] ||
            search->sums[nodes->region[i]].has != DIVIDE_NOTHING)
            continue;
        search->inside[i] = true;
        choose(search, nodes->region[i]);
    }
}

static int by_share(const void *left, const void *right)
{
    const struct analysis_divide_loop *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Returns into how many parts a loop can be divided. */
static double parts_of(const struct analysis_divide_loop *loop)
{
    double trips = (double)loop->trips / (double)loop->visits;
    return loop->layer == DIVIDE_SIMD && trips > SIMD_VALUES ? SIMD_VALUES : trips;
}

/* Computes Amdahl's bounds. */
static void find_bounds(struct analysis_divide *to)
{
    double left = 1;
    for (size_t i = 0; i < to->count; i++) {
        struct analysis_divide_loop *loop = &to->loops[i];
        double saved = loop->share * (1 - 1 / parts_of(loop));
        left = left > saved ? left - saved : 0;
        loop->alone = 1 / (1 - saved);
        loop->combined = left > 0 ? 1 / left : loop->alone;
    }
}

struct analysis_divide analysis_divide_find(const struct cube *cube)
{
    const struct archive *archive = cube->archive;
    struct analysis_divide to = {.is_serial = is_serial(archive), .time = cube->total};
    if (!to.is_serial)
        return to;
    struct search search = {
        .cube = cube,
        .archive = archive,
        .to = &to,
        .sums = memory_zeroed(archive->regions.rows + 1, sizeof *search.sums),
        .loop_around = memory_zeroed(archive->nodes.rows + 1, sizeof *search.loop_around),
        .inside = memory_zeroed(archive->nodes.rows + 1, sizeof *search.inside),
    };
    to.loops = memory_zeroed(archive->regions.rows + 1, sizeof *to.loops);
    for (uint32_t i = 0; i < archive->nodes.rows; i++)
        add_node(&search, i);
    choose_loops(&search);
    if (to.count)
        qsort(to.loops, to.count, sizeof *to.loops, by_share);
    find_bounds(&to);
    free(search.sums);
    free(search.loop_around);
    free(search.inside);
    return to;
}

void analysis_divide_free(struct analysis_divide *divide)
{
    free(divide->loops);
    *divide = (struct analysis_divide){0};
}
