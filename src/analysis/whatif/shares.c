/* shares.c: where a region ran: exactly in pieces that are inside of its logged visits; otherwise
 * its time is distributed over the pieces in which it can have run, by call paths and source
 * lines. */
#include "analysis/whatif/gaps.h"

#include "analysis/thread_waits.h"
#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

static const double almost_all = 0.95; /* of a group: then it is all the region's own code */

/* The search for one region. */
struct search {
    const struct whatif_gaps *gaps;
    const struct archive *archive;
    struct whatif_shares *to;
    size_t first, end; /* groups of the current lane */
    bool exclusive;
};

/* Returns the node directly below `top` on the way to `node`; ARCHIVE_NONE if it is not below. */
static uint32_t below(const struct archive *archive, uint32_t top, uint32_t node)
{
    const uint32_t *parent = archive->nodes.parent;
    while (node != ARCHIVE_NONE && node > top && parent[node] != top)
        node = parent[node];
    return node != ARCHIVE_NONE && node > top ? node : ARCHIVE_NONE;
}

static bool is_inside(const struct archive *archive, uint32_t node, uint32_t top)
{
    return node == top || below(archive, top, node) != ARCHIVE_NONE;
}

/* Returns the source line at which a call path goes on; 0: unknown. A routine's line is where it is
 * defined, not where it is called. */
static uint32_t line_of(const struct archive *archive, uint32_t node, uint32_t file)
{
    const struct archive_regions *regions = &archive->regions;
    if (node == ARCHIVE_NONE)
        return 0;
    uint32_t region = archive->nodes.region[node];
    bool called = regions->kind[region] == TRI_KIND_ROUTINE;
    return called || regions->file[region] != file ? 0 : regions->line[region];
}

/* True if, by source lines, a node below the group's surroundings can have run in its pieces. In a
 * loop, the visit before may have a later line than the visit after. */
static bool is_between(const struct archive *archive, const struct whatif_group *group,
                       uint32_t node)
{
    uint32_t file = archive->regions.file[archive->nodes.region[node]];
    uint32_t line = line_of(archive, node, file);
    uint32_t after = 0, before = 0;
    if (!line)
        return true;
    if (group->after != ARCHIVE_NONE)
        after = line_of(archive, below(archive, group->around, group->after), file);
    if (group->before != ARCHIVE_NONE)
        before = line_of(archive, below(archive, group->around, group->before), file);
    bool behind = !after || line >= after, ahead = !before || line <= before;
    return after && before && after >= before ? behind || ahead : behind && ahead;
}

enum chance { NEVER, PERHAPS, SURELY };

/* Tells if a node ran in the pieces of a group. */
static enum chance chance_of(const struct search *search, const struct whatif_group *group,
                             uint32_t node)
{
    const struct archive *archive = search->archive;
    if (!search->exclusive && is_inside(archive, group->surely, node))
        return SURELY;
    if (group->around == node)
        return PERHAPS; /* its own code, or that of regions that were not logged */
    uint32_t child = below(archive, group->around, node);
    if (child != ARCHIVE_NONE)
        return is_between(archive, group, child) ? PERHAPS : NEVER;
    return group->surely != group->around && is_inside(archive, node, group->surely) ? PERHAPS
                                                                                     : NEVER;
}

/* Distributes the time of one node of the region. */
static void place_node(struct search *search, uint32_t node, uint64_t time)
{
    struct whatif_shares *to = search->to;
    const struct whatif_group *groups = search->gaps->groups;
    double free_time = 0, left = (double)time;
    for (size_t i = search->first; i < search->end; i++) {
        enum chance chance = chance_of(search, &groups[i], node);
        double room = (1 - to->share[i]) * (double)groups[i].time;
        if (chance == PERHAPS)
            free_time += room;
        if (chance != SURELY)
            continue;
        to->sure = number_add(to->sure, (uint64_t)room);
        left -= room;
        to->share[i] = 1;
    }
    if (left <= 0 || free_time <= 0)
        return;
    double part = left < free_time ? left / free_time : 1;
    for (size_t i = search->first; i < search->end; i++) {
        if (chance_of(search, &groups[i], node) != PERHAPS)
            continue;
        double room = 1 - to->share[i];
        to->share[i] += part * room;
        if (part >= almost_all && groups[i].surely == node)
            to->sure = number_add(to->sure, (uint64_t)(part * room * (double)groups[i].time));
    }
}

/* Returns, by node, the time in MPI calls below it and in itself, and with `threads` also the time
 * in which threads wait there. */
static uint64_t *find_waits(const struct cube *cube, bool threads)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t *mpi = memory_zeroed(nodes->rows + 1, sizeof *mpi);
    for (size_t i = nodes->rows; i-- > 0;) {
        if (archive_mpi_is_call(archive, nodes->region[i]))
            mpi[i] = cube->time[i];
        else if (threads && analysis_thread_wait(archive, nodes->region[i]))
            mpi[i] = number_add(mpi[i], cube->self[i]);
        if (nodes->parent[i] != ARCHIVE_NONE)
            mpi[nodes->parent[i]] = number_add(mpi[nodes->parent[i]], mpi[i]);
    }
    return mpi;
}

/* True if a region is that one, or the part of other threads in that parallel region. */
static bool is_part(const struct archive *archive, uint32_t part, uint32_t region)
{
    const struct archive_regions *regions = &archive->regions;
    if (part == region || regions->kind[region] != TRI_KIND_PARALLEL)
        return part == region;
    return regions->kind[part] == TRI_KIND_TASK && regions->file[part] == regions->file[region] &&
           regions->line[part] == regions->line[region] &&
           words_begins(archive_text(archive, regions->name[part]), "implicit");
}

/* True if a node is nested in one of the region. */
static bool is_nested(const struct archive *archive, uint32_t node, uint32_t region)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (uint32_t i = nodes->parent[node]; i != ARCHIVE_NONE; i = nodes->parent[i]) {
        if (is_part(archive, nodes->region[i], region))
            return true;
    }
    return false;
}

/* Returns the own time of a region's node; a routine's loops are other regions. */
static uint64_t time_of(const struct search *search, const struct cube *cube, const uint64_t *mpi,
                        uint32_t node, uint32_t region)
{
    if (search->exclusive)
        return archive_mpi_is_call(cube->archive, cube->archive->nodes.region[node])
                   ? 0
                   : cube->self[node];
    return is_nested(cube->archive, node, region) ? 0 : number_minus(cube->time[node], mpi[node]);
}

static void place_region(struct search *search, const struct cube *cube, uint32_t region)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint64_t *mpi = find_waits(cube, search->gaps->threads);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t lane = nodes->lane[i];
        search->first = search->gaps->first_of_lane[lane];
        search->end = search->gaps->end_of_lane[lane];
        if (search->first == search->end || !is_part(cube->archive, nodes->region[i], region))
            continue;
        uint64_t time = time_of(search, cube, mpi, i, region);
        search->to->of_lane[lane] = number_add(search->to->of_lane[lane], time);
        if (time)
            place_node(search, i, time);
    }
    free(mpi);
}

/* Takes everything outside of MPI. */
static void place_all(struct search *search)
{
    struct whatif_shares *to = search->to;
    for (size_t i = 0; i < search->gaps->group_count; i++) {
        const struct whatif_group *group = &search->gaps->groups[i];
        to->share[i] = 1;
        to->of_lane[group->lane] = number_add(to->of_lane[group->lane], group->time);
        to->sure = number_add(to->sure, group->time);
    }
}

struct whatif_shares whatif_gaps_shares(const struct whatif_gaps *gaps, const struct cube *cube,
                                        uint32_t region, bool exclusive)
{
    const struct archive *archive = cube->archive;
    struct whatif_shares to = {
        .share = memory_zeroed(gaps->group_count + 1, sizeof *to.share),
        .of_lane = memory_zeroed(archive->lanes.rows + 1, sizeof *to.of_lane),
    };
    struct search search = {.gaps = gaps, .archive = archive, .to = &to, .exclusive = exclusive};
    if (region)
        place_region(&search, cube, region);
    else
        place_all(&search);
    for (size_t i = 0; i < archive->lanes.rows; i++)
        to.time = number_add(to.time, to.of_lane[i]);
    for (size_t i = 0; i < gaps->group_count; i++)
        to.placed = number_add(to.placed, (uint64_t)(to.share[i] * (double)gaps->groups[i].time));
    return to;
}

void whatif_shares_free(struct whatif_shares *shares)
{
    free(shares->share);
    free(shares->of_lane);
    *shares = (struct whatif_shares){0};
}
