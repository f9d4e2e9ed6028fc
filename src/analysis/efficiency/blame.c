/* blame.c: finds where the rank that computes longest does more than others, and where threads lose
 * time. */
#include "analysis/efficiency/efficiency.h"

#include "archive/messages/mpi_calls.h"
#include "format/event.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

static bool is_code(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP || kind == TRI_KIND_USER ||
           kind == TRI_KIND_PARALLEL || kind == TRI_KIND_WORK || kind == TRI_KIND_IO;
}

/* True for the outermost piece of code without MPI calls: the code between two calls. */
static bool is_piece(const struct archive *archive, const bool *calls, uint32_t node)
{
    uint32_t parent = archive->nodes.parent[node];
    if (calls[node] || !is_code(archive, archive->nodes.region[node]))
        return false;
    return parent == ARCHIVE_NONE || calls[parent] || !archive->nodes.region[parent];
}

struct analysis_efficiency_blame
analysis_efficiency_blame_find(const struct cube *cube,
                               const struct analysis_efficiency *efficiency, size_t of)
{
    const struct archive *archive = cube->archive;
    struct analysis_efficiency_blame found = {0};
    if (!efficiency->count)
        return found;
    uint32_t *rank_of_lane = memory_zeroed(archive->lanes.rows + 1, sizeof *rank_of_lane);
    uint64_t *most = memory_zeroed(archive->regions.rows + 1, sizeof *most);
    uint64_t *all = memory_zeroed(archive->regions.rows + 1, sizeof *all);
    bool *calls = analysis_efficiency_find_callers(archive);
    for (size_t i = 0; i < efficiency->count; i++)
        rank_of_lane[efficiency->ranks[i].lane] = (uint32_t)i + 1;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i], rank = rank_of_lane[archive->nodes.lane[i]];
        if (!rank || !is_piece(archive, calls, i))
            continue;
        all[region] = number_add(all[region], cube->time[i]);
        if (rank - 1 == of)
            most[region] = number_add(most[region], cube->time[i]);
    }
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        uint64_t mean = all[i] / efficiency->count;
        if (most[i] > mean && most[i] - mean > number_minus(found.most, found.mean))
            found = (struct analysis_efficiency_blame){i, most[i], mean};
    }
    uint64_t whole =
        number_minus(efficiency->ranks[of].outside, efficiency->outside / efficiency->count);
    if (2 * number_minus(found.most, found.mean) < whole)
        found = (struct analysis_efficiency_blame){0};
    free(rank_of_lane);
    free(most);
    free(all);
    free(calls);
    return found;
}

/* Adds a node to the sums of its region: code outside of parallel regions, or waits of threads. */
static void add_to(const struct cube *cube, uint32_t node, bool is_serial, uint64_t *serial,
                   uint64_t *waits)
{
    const struct archive *archive = cube->archive;
    uint32_t region = archive->nodes.region[node], kind = archive->regions.kind[region];
    bool waits_there = format_may_wait(kind) && !archive_mpi_is_call(archive, region);
    if (waits_there)
        waits[region] = number_add(waits[region], cube->self[node]);
    else if (is_serial && is_code(archive, region) && kind != TRI_KIND_PARALLEL)
        serial[region] = number_add(serial[region], cube->self[node]);
}

static uint32_t largest(const uint64_t *sums, size_t count)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < count; i++) {
        if (sums[i] > sums[found])
            found = i;
    }
    return found;
}

struct analysis_efficiency_thread_blame
analysis_efficiency_thread_blame_find(const struct cube *cube,
                                      const struct analysis_efficiency *efficiency)
{
    const struct archive *archive = cube->archive;
    size_t regions = archive->regions.rows;
    uint64_t *serial = memory_zeroed(regions + 1, sizeof *serial);
    uint64_t *waits = memory_zeroed(regions + 1, sizeof *waits);
    bool *inside = memory_zeroed(archive->nodes.rows + 1, sizeof *inside);
    bool *main_lane = memory_zeroed(archive->lanes.rows + 1, sizeof *main_lane);
    bool *place = memory_zeroed(archive->places.rows + 1, sizeof *place);
    for (size_t i = 0; i < efficiency->count; i++) {
        main_lane[efficiency->ranks[i].lane] = true;
        place[efficiency->ranks[i].place] = true;
    }
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t parent = archive->nodes.parent[i], lane = archive->nodes.lane[i];
        inside[i] = parent != ARCHIVE_NONE &&
                    (inside[parent] ||
                     archive->regions.kind[archive->nodes.region[parent]] == TRI_KIND_PARALLEL);
        bool counts =
            main_lane[lane] || (archive->lanes.pool[lane] && place[archive->lanes.place[lane]]);
        if (counts && archive->nodes.region[i])
            add_to(cube, i, main_lane[lane] && !inside[i], serial, waits);
    }
    struct analysis_efficiency_thread_blame found = {largest(serial, regions),
                                                     largest(waits, regions)};
    free(serial);
    free(waits);
    free(inside);
    free(main_lane);
    free(place);
    return found;
}
