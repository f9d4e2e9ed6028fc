/* floor_make.c: finds the least times of regions, from a cheaper run: see floor.h */
#include "cube/floor.h"

#include "cube/cube.h"
#include "cube/region_words.h"
#include "cube/same_program.h"
#include "util/buffer.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

/* Tolerance in percent: where regions are sampled, the number of timed visits varies from run to
 * run. */
enum { TIMED_PERCENT = 125 };

static uint64_t timed_visits(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t sum = 0;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->timed[i])
            sum = number_add(sum, number_minus(nodes->visits[i], nodes->untimed[i]));
    }
    return sum;
}

static bool is_cheaper(const struct archive *archive, const struct archive *cheap,
                       struct error *error)
{
    uint64_t here = timed_visits(archive), there = timed_visits(cheap);
    if (there <= number_scale(here, TIMED_PERCENT, 100))
        return true;
    return error_set(error,
                     "%s is not the cheaper run: it has %llu timed visits, this one %llu; "
                     "are the two archives swapped?",
                     cheap->path, (unsigned long long)there, (unsigned long long)here);
}

/* Returns the number of a region's group; with `find`, UINT32_MAX if there is none. */
static uint32_t group_of(const struct archive *archive, uint32_t region, struct interned *groups,
                         bool find)
{
    const struct archive_regions *regions = &archive->regions;
    struct buffer key = {0};
    buffer_printf(
        &key, "%u %u %u %u %s\n%s\n%s", regions->kind[region], regions->line[region],
        regions->unit[region], regions->seq[region], archive_text(archive, regions->name[region]),
        archive_text(archive, regions->file[region]), cube_region_routine(archive, region));
    uint32_t group =
        find ? interned_find(groups, key.text, key.used) : interned_add(groups, key.text, key.used);
    buffer_free(&key);
    return group;
}

/* Adds the times of the cheaper run; an estimate is not used as a floor. */
static void add_times(struct cube_floor *floor, const struct cube *cube, struct interned *groups)
{
    struct cube_rows rows = cube_project(cube, cube_key_region, NULL);
    for (size_t i = 0; i < rows.count; i++) {
        const struct cube_sums *sums = &rows.rows[i].sums;
        uint32_t group = group_of(cube->archive, rows.rows[i].a, groups, true);
        if (group != UINT32_MAX && !sums->untimed && !sums->estimated)
            floor->time[group] = number_add(floor->time[group], sums->time);
    }
    cube_rows_free(&rows);
}

/* Returns the CPU time of a run that went to its end on one lane; else 0. With several lanes,
 * waiting may take CPU time, so that it says nothing about the probes. */
static uint64_t cpu_time(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    if (places->rows != 1 || archive->lanes.rows != 1 || places->state[0] != ARCHIVE_ENDED ||
        places->cpu_user[0] == ARCHIVE_UNKNOWN || places->cpu_system[0] == ARCHIVE_UNKNOWN)
        return 0;
    return number_add(places->cpu_user[0], places->cpu_system[0]);
}

struct cube_floor *cube_floor_new(const struct archive *archive, const struct archive *cheap,
                                  struct error *error)
{
    if (!same_program(archive, cheap, error) || !is_cheaper(archive, cheap, error))
        return NULL;
    struct cube_floor *floor = memory_zeroed(1, sizeof *floor);
    struct interned *groups = interned_new();
    size_t rows = archive->regions.rows;
    floor->cheap = cheap;
    floor->group = memory_zeroed(rows, sizeof *floor->group);
    floor->time = memory_zeroed(rows, sizeof *floor->time);
    for (uint32_t i = 0; i < rows; i++)
        floor->group[i] = group_of(archive, i, groups, false);
    floor->groups = interned_count(groups);
    struct cube *cube = cube_new(cheap, false);
    add_times(floor, cube, groups);
    floor->total = archive->lanes.rows == cheap->lanes.rows ? cube->total : 0;
    floor->least = cube->overhead_least;
    floor->most = cube->overhead_most;
    floor->cpu = cpu_time(archive);
    floor->cheap_cpu = cpu_time(cheap);
    if (!floor->cpu || !floor->cheap_cpu)
        floor->cpu = floor->cheap_cpu = 0;
    cube_free(cube);
    interned_free(groups);
    return floor;
}
