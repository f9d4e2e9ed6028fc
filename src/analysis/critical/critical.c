/* critical.c: see critical.h */
#include "analysis/critical.h"

#include "analysis/critical/checks.h"
#include "analysis/critical/walk.h"
#include "analysis/efficiency/efficiency.h"
#include "archive/messages/mpi_calls.h"
#include "util/memory.h"

#include <stdlib.h>

/* Returns the main lane of each place, plus 1: the one that initialised MPI, else the first. The
 * caller frees the array. */
static uint32_t *find_main_lanes(const struct archive *archive)
{
    uint32_t *lanes = memory_zeroed(archive->places.rows + 1, sizeof *lanes);
    for (uint32_t i = (uint32_t)archive->lanes.rows; i-- > 0;) {
        if (!archive->lanes.pool[i])
            lanes[archive->lanes.place[i]] = i + 1;
    }
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t lane = archive->nodes.lane[i];
        if (archive_mpi_kind(archive, archive->nodes.region[i]) == FORMAT_MPI_INIT &&
            archive->nodes.visits[i])
            lanes[archive->lanes.place[lane]] = lane + 1;
    }
    return lanes;
}

/* Returns the lane at whose end the path ends: that of the rank that ends last. */
static uint32_t find_last(const struct archive *archive, const struct critical_waits *waits,
                          const uint32_t *main_lanes)
{
    uint32_t found = ARCHIVE_NONE;
    uint64_t most = 0;
    for (uint32_t i = 0; i < archive->places.rows; i++) {
        if (!critical_counts(archive, i) || !main_lanes[i])
            continue;
        uint32_t lane = main_lanes[i] - 1;
        uint64_t value = waits->end[lane];
        if (found == ARCHIVE_NONE || value > most) {
            found = lane;
            most = value;
        }
    }
    return found;
}

/* Finds the path. False if events cannot be read. */
static bool find_path(const struct archive *archive, const struct critical_waits *waits,
                      struct analysis_critical *to)
{
    uint32_t *main_lanes = find_main_lanes(archive);
    uint32_t last = find_last(archive, waits, main_lanes);
    free(main_lanes);
    if (last == ARCHIVE_NONE || waits->unreadable)
        return false;
    critical_walk(archive, waits, last, to);
    if (!critical_regions(archive, to))
        return false;
    critical_look_inside(archive, to);
    return true;
}

struct analysis_critical analysis_critical_find(const struct archive *archive)
{
    struct analysis_critical to = {.place = ARCHIVE_NONE};
    struct critical_waits waits = {0};
    if (!critical_check(archive, &to))
        return to;
    critical_waits_of_threads(archive, &waits);
    critical_waits_of_ranks(archive, &waits);
    critical_waits_sort(archive, &waits);
    if (waits.unseen) {
        critical_check_unseen(archive, waits.unseen_kinds, waits.unseen, &to);
    } else if (waits.unknown) {
        to.state = CRITICAL_CLOCKS;
        to.missing = waits.unknown;
    } else if (!find_path(archive, &waits, &to)) {
        analysis_critical_free(&to);
        to.place = ARCHIVE_NONE;
        to.state = CRITICAL_UNREADABLE;
    }
    critical_waits_free(&waits);
    return to;
}

void analysis_critical_free(struct analysis_critical *critical)
{
    free(critical->items);
    free(critical->places);
    free(critical->stretches);
    *critical = (struct analysis_critical){0};
}
