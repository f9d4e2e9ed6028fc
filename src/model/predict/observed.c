/* observed.c: see observed.h */
#include "model/predict/observed.h"

#include "archive/archive.h"
#include "archive/messages/mpi_calls.h"
#include "archive/time/cycle_classes.h"
#include "cube/cube.h"
#include "format/event.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

/* True if the place is a rank, or the program itself if it has no ranks. */
static bool counts(const struct archive *archive, size_t place, uint32_t ranks)
{
    return !ranks || archive->places.rank[place] != ARCHIVE_NONE;
}

static bool take_time(const struct archive *archive, struct model_observed *observed)
{
    uint64_t start = UINT64_MAX, end = 0;
    uint32_t ranks = 0;
    for (size_t i = 0; i < archive->places.rows; i++)
        ranks = archive->places.ranks[i] > ranks ? archive->places.ranks[i] : ranks;
    for (size_t i = 0; i < archive->places.rows; i++) {
        if (!counts(archive, i, ranks))
            continue; /* the launcher */
        start = archive->places.start[i] < start ? archive->places.start[i] : start;
        end = archive->places.end[i] > end ? archive->places.end[i] : end;
    }
    observed->ranks = ranks ? ranks : 1;
    observed->seconds = end > start ? (double)(end - start) * 1e-9 : 0;
    return end > start;
}

/* Marks the first lane of each rank. Returns how many there are. */
static size_t main_lanes(const struct archive *archive, bool *is_main, uint32_t ranks)
{
    size_t count = 0;
    bool *seen = memory_zeroed(archive->places.rows + 1, sizeof *seen);
    for (size_t lane = 0; lane < archive->lanes.rows; lane++) {
        uint32_t place = archive->lanes.place[lane];
        is_main[lane] = !seen[place] && counts(archive, place, ranks > 1 ? ranks : 0);
        seen[place] = true;
        count += is_main[lane];
    }
    free(seen);
    return count;
}

/* Divides the time into what ranks did in MPI, in input and output, and otherwise. The first thread
 * of a rank stands for it. */
static void take_parts(const struct archive *archive, struct model_observed *observed)
{
    bool *is_main = memory_zeroed(archive->lanes.rows + 1, sizeof *is_main), seen = false;
    size_t lanes = main_lanes(archive, is_main, observed->ranks);
    double mpi = 0, io = 0, lived = 0;
    struct cube *cube = cube_new(archive, false);
    for (uint32_t node = 0; node < archive->nodes.rows; node++) {
        uint32_t lane = archive->nodes.lane[node];
        if (!is_main[lane])
            continue;
        enum archive_cycles_class class =
            archive_cycles_class_of(archive, archive->nodes.region[node], lane);
        bool message = class == CYCLES_MPI_POINT || class == CYCLES_MPI_COLLECTIVE;
        seen |= message;
        mpi += message ? 1e-9 * (double)cube->self[node] : 0;
        io += class == CYCLES_IO ? 1e-9 * (double)cube->self[node] : 0;
    }
    cube_free(cube);
    for (size_t lane = 0; lane < archive->lanes.rows; lane++) {
        uint32_t place = archive->lanes.place[lane];
        if (is_main[lane] && archive->places.end[place] > archive->places.start[place])
            lived += 1e-9 * (double)(archive->places.end[place] - archive->places.start[place]);
    }
    free(is_main);
    if (!lanes || lanes != observed->ranks || (observed->ranks > 1 && !seen))
        return; /* MPI was not measured, or a rank is missing */
    observed->has_parts = true;
    observed->io = io / (double)lanes;
    observed->compute = fmax(lived - mpi - io, 0) / (double)lanes;
    double rest = observed->seconds - observed->compute - observed->io;
    observed->mpi = rest < 1e-9 ? 0 : rest; /* below 1 ns: rounding */
}

/* Finds the CPU time of the busiest rank, all threads together, without what MPI took. */
static void take_cpu(const struct archive *archive, struct model_observed *observed)
{
    double *sums = memory_zeroed(archive->places.rows + 1, sizeof *sums);
    for (size_t lane = 0; lane < archive->lanes.rows; lane++) {
        uint64_t cpu = archive->lanes.cpu[lane], mpi = archive->lanes.cpu_in_mpi[lane];
        uint32_t place = archive->lanes.place[lane];
        if (cpu == ARCHIVE_UNKNOWN || !counts(archive, place, observed->ranks > 1 ? 1 : 0))
            continue;
        sums[place] += 1e-9 * (double)(cpu - (mpi == ARCHIVE_UNKNOWN || mpi > cpu ? 0 : mpi));
        observed->cpu = fmax(observed->cpu, sums[place]);
    }
    free(sums);
}

/* Counts messages and collectives. They are known if they were logged and none was dropped. */
static void take_messages(const struct archive *archive, struct model_observed *observed)
{
    const struct archive_messages *messages = &archive->messages;
    const struct archive_collectives *collectives = &archive->collectives;
    observed->has_messages =
        !observed->has_places && (observed->ranks == 1 || archive->logs.rows > 0);
    for (size_t log = 0; observed->ranks > 1 && log < archive->logs.rows; log++)
        observed->has_messages &= (archive->logs.kinds[log] & FORMAT_EVENTS_COMM) != 0 &&
                                  !archive->logs.dropped[log] && !archive->logs.lost[log];
    for (size_t row = 0; row < messages->rows; row++) {
        if (messages->source[row] == ARCHIVE_NONE || messages->target[row] == ARCHIVE_NONE)
            continue;
        observed->sends++;
        observed->sent_bytes += (double)archive_sized(messages->bytes[row]);
    }
    for (size_t row = 0; row < collectives->rows; row++) {
        if (collectives->begin[row] == ARCHIVE_NONE)
            continue;
        uint64_t given = archive_sized(collectives->given[row]),
                 taken = archive_sized(collectives->taken[row]);
        observed->meetings++;
        observed->met_bytes += (double)(given > taken ? given : taken);
    }
}

bool model_observe(const char *path, struct model_observed *observed, struct error *error)
{
    *observed = (struct model_observed){0};
    struct archive *archive = archive_open(path, error);
    if (!archive)
        return false;
    bool timed = take_time(archive, observed);
    observed->has_places = archive_has_places_only(archive);
    if (timed) {
        take_parts(archive, observed);
        take_cpu(archive, observed);
        take_messages(archive, observed);
    }
    archive_close(archive);
    return timed || error_set(error, "%.500s has no measured time", path);
}
