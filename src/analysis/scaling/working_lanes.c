/* working_lanes.c: see working_lanes.h */
#include "analysis/scaling/working_lanes.h"

#include "analysis/efficiency/efficiency.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

static const double least_work = 0.01; /* of the busiest lane's, of a main lane that works */

/* The lanes of an archive, by row. */
struct search {
    const struct archive *archive;
    uint8_t *counts; /* the lane is counted */
    double *work;    /* instructions, or else trips */
    bool known;      /* work is known of all lanes that count */
};

/* Adds up the work of each lane, and notes the lanes with measurements. */
static void sum_up(struct search *search, bool trips)
{
    const struct archive_nodes *nodes = &search->archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t lane = nodes->lane[i];
        search->work[lane] += (double)(trips ? nodes->trips[i] : nodes->instructions[i]);
        search->counts[lane] |=
            nodes->parent[i] != ARCHIVE_NONE && (nodes->visits[i] || nodes->unfinished[i]);
        search->known |= search->work[lane] > 0;
    }
}

/* Finds the lanes with measurements. Ranks have further lanes, of the MPI library, and processes
 * that are no ranks; another program's may be workers that were not measured. */
static void find_measured(struct search *search)
{
    const struct archive *archive = search->archive;
    sum_up(search, false);
    if (!search->known)
        sum_up(search, true);
    for (uint32_t i = 0; i < archive->lanes.rows && archive->ranked; i++)
        search->counts[i] &= analysis_efficiency_is_rank(archive, archive->lanes.place[i]);
    for (size_t i = 0; i < archive->lanes.rows && !archive->ranked; i++)
        search->known &= search->counts[i];
    for (size_t i = 0; i < archive->lanes.rows && !search->known && !archive->ranked; i++)
        search->counts[i] = 1;
}

/* Leaves out the main lanes that wait for others. */
static void leave_waiting(struct search *search)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    uint32_t *main_lanes = analysis_efficiency_main_lanes(search->archive);
    double *most = memory_zeroed(search->archive->places.rows + 1, sizeof *most);
    for (size_t i = 0; i < lanes->rows; i++)
        most[lanes->place[i]] = fmax(most[lanes->place[i]], search->work[i]);
    for (uint32_t i = 0; i < lanes->rows; i++) {
        uint32_t place = lanes->place[i];
        if (main_lanes[place] == i + 1 && search->work[i] < least_work * most[place])
            search->counts[i] = 0;
    }
    free(main_lanes);
    free(most);
}

/* Counts the lanes, and their places, that exist when a lane starts. */
static struct scaling_lanes count_with(const struct search *search, uint32_t lane)
{
    const struct archive_lanes *lanes = &search->archive->lanes;
    struct scaling_lanes count = {0};
    uint8_t *seen = memory_zeroed(search->archive->places.rows + 1, sizeof *seen);
    for (uint32_t i = 0; i < lanes->rows; i++) {
        bool together = i == lane || (lanes->start[i] <= lanes->start[lane] &&
                                      (lanes->end[i] > lanes->start[lane] || lanes->running[i]));
        if (!search->counts[i] || !together)
            continue;
        count.lanes++;
        count.places += !seen[lanes->place[i]];
        seen[lanes->place[i]] = 1;
    }
    free(seen);
    return count;
}

struct scaling_lanes scaling_lanes_find(const struct archive *archive)
{
    struct scaling_lanes found = {.places = 1, .lanes = 1};
    struct search search = {
        .archive = archive,
        .counts = memory_zeroed(archive->lanes.rows + 1, sizeof *search.counts),
        .work = memory_zeroed(archive->lanes.rows + 1, sizeof *search.work),
    };
    find_measured(&search);
    if (search.known)
        leave_waiting(&search);
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        struct scaling_lanes count = {0};
        if (search.counts[i])
            count = count_with(&search, i);
        if (count.lanes > found.lanes)
            found = count;
    }
    found.untold = !search.known && found.lanes > 1;
    free(search.counts);
    free(search.work);
    return found;
}
