/* scaling.c: see scaling.h */
#include "analysis/scaling/scaling.h"

#include "analysis/scaling/working_lanes.h"
#include "archive/messages/mpi_calls.h"
#include "format/place.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

static const double least_fall = 0.98; /* a factor that fell less did not fall */

/* Sets the number of lanes. The useful time of several is not known: it was not measured when they
 * wait. */
static void set_lanes(struct analysis_scaling_run *run)
{
    struct scaling_lanes lanes = scaling_lanes_find(run->archive);
    run->ranks = lanes.places;
    run->lanes = lanes.lanes;
    run->untold = lanes.untold;
    if (run->lanes <= 1)
        return;
    run->useful = NAN;
    for (int i = 0; i < EFFICIENCY_FACTORS; i++)
        run->factors[i] = NAN;
}

static bool uses_mpi(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    bool uses = archive->ranked;
    for (size_t i = 0; i < archive->places.rows && !uses; i++)
        uses = archive->places.collects[i] & (FORMAT_COLLECT_NO_MPI | FORMAT_COLLECT_UNASKED_MPI);
    for (size_t i = 0; i < nodes->rows && !uses; i++)
        uses = nodes->visits[i] && archive_mpi_kind(archive, nodes->region[i]) == FORMAT_MPI_INIT;
    return uses;
}

/* The times of a lane, in ns. */
struct lane_times {
    double whole, mpi, ends; /* ends: in MPI_Init and MPI_Finalize; 0 in a framed run */
};

/* Returns the times of the main lane that took longest without its ends, of ranks if they are
 * known. */
static struct lane_times find_longest(const struct cube *cube, bool framed)
{
    const struct archive *archive = cube->archive;
    uint32_t *main_lanes = analysis_efficiency_main_lanes(archive);
    struct lane_times *lanes = memory_zeroed(archive->lanes.rows + 1, sizeof *lanes), longest = {0};
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        struct lane_times *lane = &lanes[archive->nodes.lane[i]];
        uint32_t mpi = archive->regions.mpi[archive->nodes.region[i]];
        double time = (double)cube->time[i];
        if (archive->nodes.parent[i] == ARCHIVE_NONE)
            lane->whole = time;
        else if (mpi)
            lane->mpi += time;
        if (mpi && !framed && format_mpi_is_frame(mpi))
            lane->ends += time;
    }
    for (uint32_t i = 0; i < archive->lanes.rows; i++) {
        uint32_t place = archive->lanes.place[i];
        bool is_worker = !archive->ranked || analysis_efficiency_is_rank(archive, place);
        if (main_lanes[place] == i + 1 && is_worker &&
            lanes[i].whole - lanes[i].ends > longest.whole - longest.ends)
            longest = lanes[i];
    }
    free(main_lanes);
    free(lanes);
    return longest;
}

/* Finds the times of a run of which it is not known when lanes wait: it has neither several ranks
 * whose MPI calls were measured nor OpenMP threads. Usually, one lane works. */
static void look_at_serial(const struct cube *cube, struct analysis_scaling_run *run)
{
    const struct archive *archive = cube->archive;
    struct lane_times lane = find_longest(cube, run->framed);
    bool cpu = archive->places.rows && archive->places.clock[0] == FORMAT_CLOCK_CPU;
    run->time = lane.whole - lane.ends;
    run->state = cpu                     ? EFFICIENCY_CPU_TIME
                 : *archive->run.part_of ? EFFICIENCY_PART
                 : run->time > 0         ? EFFICIENCY_KNOWN
                                         : EFFICIENCY_UNTIMED;
    run->useful = run->framed ? NAN : fmax(lane.whole - lane.mpi, 0);
    for (int i = 0; i < EFFICIENCY_FACTORS; i++)
        run->factors[i] = run->framed || i >= EFFICIENCY_LANE_BALANCE ? NAN : 1;
    run->factors[EFFICIENCY_PARALLEL] = run->useful / run->time;
    run->factors[EFFICIENCY_COMMUNICATION] = run->factors[EFFICIENCY_PARALLEL];
    run->factors[EFFICIENCY_SERIALISATION] = run->factors[EFFICIENCY_TRANSFER] = NAN;
    set_lanes(run);
}

static void look_at_parallel(const struct analysis_efficiency *efficiency,
                             struct analysis_scaling_run *run)
{
    run->state = efficiency->state;
    run->ranks = efficiency->count;
    run->lanes = efficiency->lanes;
    run->time = (double)efficiency->runtime;
    run->useful = (double)efficiency->useful;
    for (int i = 0; i < EFFICIENCY_FACTORS; i++) {
        const struct analysis_efficiency_factor *factor = &efficiency->factors[i];
        bool shown = factor->shown && factor->known && i < EFFICIENCY_LANE_BALANCE;
        run->factors[i] = run->state == EFFICIENCY_KNOWN && shown ? factor->value : NAN;
    }
}

/* Returns the instructions or trips of a run; NaN if there are none. */
static double work_of(const struct archive *archive, bool trips)
{
    double sum = 0;
    for (size_t i = 0; i < archive->nodes.rows; i++)
        sum += (double)(trips ? archive->nodes.trips[i] : archive->nodes.instructions[i]);
    return sum > 0 ? sum : NAN;
}

static struct analysis_scaling_run look_at(const struct archive *archive)
{
    struct analysis_scaling_run run = {.archive = archive, .fell = -1};
    struct cube *cube = cube_new(archive, false);
    struct analysis_efficiency efficiency = analysis_efficiency_find(cube);
    for (int i = 0; i < SCALING_FACTORS; i++)
        run.factors[i] = NAN;
    run.speedup = run.efficiency = run.work = NAN;
    run.crowded = analysis_crowding_find(archive).crowded;
    run.framed = uses_mpi(archive) && !(archive->ranked && analysis_efficiency_sees_mpi(archive));
    if (efficiency.state == EFFICIENCY_NOTHING || efficiency.state == EFFICIENCY_UNMEASURED)
        look_at_serial(cube, &run);
    else
        look_at_parallel(&efficiency, &run);
    analysis_efficiency_free(&efficiency);
    cube_free(cube);
    return run;
}

/* Chooses the measure of work: instructions if all runs counted them, else trips. */
static void measure_work(struct analysis_scaling *scaling)
{
    for (size_t i = 0; i < scaling->count; i++)
        scaling->by_trips |= isnan(work_of(scaling->runs[i].archive, false));
    for (size_t i = 0; i < scaling->count; i++)
        scaling->runs[i].work = work_of(scaling->runs[i].archive, scaling->by_trips);
}

/* True if a factor is not the product of others of the table. */
static bool is_leaf(const struct analysis_scaling_run *run, int factor)
{
    bool split = !isnan(run->factors[EFFICIENCY_TRANSFER]);
    return factor != EFFICIENCY_PARALLEL && factor != EFFICIENCY_PROCESS &&
           factor != EFFICIENCY_THREAD && factor != SCALING_WORK &&
           !(factor == EFFICIENCY_COMMUNICATION && split);
}

/* Returns a factor of the first run. That of ranks or threads which it does not have was 1; NaN if
 * it is not known. */
static double factor_before(const struct analysis_scaling_run *first, int factor)
{
    bool replayed = factor == EFFICIENCY_SERIALISATION || factor == EFFICIENCY_TRANSFER;
    bool unknown =
        first->lanes > 1 && (isnan(first->factors[EFFICIENCY_PARALLEL]) ||
                             (replayed && !isnan(first->factors[EFFICIENCY_COMMUNICATION])));
    return isnan(first->factors[factor]) && !unknown ? 1 : first->factors[factor];
}

/* Finds the factor that fell most. */
static int find_fall(const struct analysis_scaling_run *first,
                     const struct analysis_scaling_run *run)
{
    double least = least_fall;
    int found = -1;
    for (int i = 0; i < SCALING_FACTORS; i++) {
        double ratio = run->factors[i] / factor_before(first, i);
        if (!is_leaf(run, i) || !(ratio < least))
            continue;
        least = ratio;
        found = i;
    }
    return found;
}

bool analysis_scaling_differs(const struct analysis_scaling *scaling,
                              const struct analysis_scaling_run *run)
{
    return run->framed != scaling->runs[0].framed;
}

/* Compares a run with the first one. */
static void relate(const struct analysis_scaling *scaling, struct analysis_scaling_run *run)
{
    const struct analysis_scaling_run *first = &scaling->runs[0];
    double more = run->untold || first->untold ? NAN : (double)run->lanes / (double)first->lanes;
    double grown = scaling->weak ? more : 1;
    if (analysis_scaling_differs(scaling, run) || run->state != EFFICIENCY_KNOWN ||
        first->state != EFFICIENCY_KNOWN || !(run->time > 0))
        return;
    run->speedup = grown * first->time / run->time;
    run->efficiency = run->speedup / more;
    run->factors[SCALING_COMPUTATION] = run->useful > 0 ? grown * first->useful / run->useful : NAN;
    run->factors[SCALING_WORK] = grown * first->work / run->work;
    if (run != first)
        run->fell = find_fall(first, run);
}

struct analysis_scaling *analysis_scaling_new(const struct archive *const *archives, size_t count,
                                              bool weak)
{
    struct analysis_scaling *scaling = memory_zeroed(1, sizeof *scaling);
    size_t known = 0;
    scaling->runs = memory_zeroed(count, sizeof *scaling->runs);
    scaling->count = count;
    scaling->weak = weak;
    for (size_t i = 0; i < count; i++)
        scaling->runs[i] = look_at(archives[i]);
    measure_work(scaling);
    for (size_t i = 0; i < count; i++) {
        relate(scaling, &scaling->runs[i]);
        known += !isnan(scaling->runs[i].speedup);
    }
    scaling->known = known > 1;
    return scaling;
}

void analysis_scaling_free(struct analysis_scaling *scaling)
{
    if (!scaling)
        return;
    free(scaling->runs);
    free(scaling);
}
