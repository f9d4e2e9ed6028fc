/* sampled.c: see sampled.h */
#include "analysis/changes/sampled.h"

#include "analysis/changes/noise.h"
#include "analysis/division/keys.h"
#include "cube/stacks.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    FEW = 8,   /* fewer samples of a side tell nothing */
    TICK = 10, /* samples that may come at once: kernels look at timers every 1 to 10 ms */
};

/* The times of all routines in all runs, while they are collected. */
struct collecting {
    struct analysis_sampled_changes *to;
    struct interned *keys;
    size_t room;
    double **times; /* by routine and run */
    size_t time_room;
};

static int side_of(const struct analysis_changes *changes, size_t run)
{
    return run < changes->table.before ? CHANGES_BEFORE : CHANGES_AFTER;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns the number of a routine that a row of the table stacks names. The executable may have
 * another name in each build. */
static uint32_t number_of(struct collecting *all, const struct archive *archive, uint32_t row)
{
    const struct archive_stacks *stacks = &archive->stacks;
    const char *name = archive_text(archive, stacks->name[row]);
    const char *file = last_part(archive_text(archive, stacks->file[row]));
    const char *binary = last_part(archive_text(archive, stacks->binary[row]));
    const char *where = *file ? file : strstr(binary, ".so") ? binary : "";
    char *key = memory_printf("%.*s in %s", (int)analysis_division_plain_length(name), name, where);
    uint32_t number = interned_add_text(all->keys, key);
    free(key);
    return number;
}

static void add_routine(struct collecting *all, uint32_t number)
{
    struct analysis_sampled_changes *to = all->to;
    size_t runs = to->changes->table.run_count;
    if (number < to->count)
        return;
    to->routines = memory_grow(to->routines, &all->room, to->count + 1, sizeof *to->routines);
    all->times = memory_grow(all->times, &all->time_room, to->count + 1, sizeof *all->times);
    to->routines[number] = (struct analysis_sampled_routine){
        .run = {ARCHIVE_NONE, ARCHIVE_NONE}, .row = {ARCHIVE_NONE, ARCHIVE_NONE}, .p = NAN};
    all->times[number] = memory_zeroed(runs + 1, sizeof *all->times[number]);
    to->count++;
}

/* Adds the samples of a run. Returns the CPU time that they stand for. */
static double add_run(struct collecting *all, size_t run)
{
    struct analysis_sampled_changes *to = all->to;
    const struct archive *archive = to->changes->table.runs[run].archive;
    int side = side_of(to->changes, run);
    struct cube_stacks stacks;
    cube_stacks_make(&stacks, archive);
    for (size_t i = 0; i < stacks.routine_count; i++) {
        const struct cube_stacks_routine *from = &stacks.routines[i];
        uint32_t number = number_of(all, archive, from->row);
        add_routine(all, number);
        struct analysis_sampled_routine *routine = &to->routines[number];
        if (routine->run[side] == ARCHIVE_NONE) {
            routine->run[side] = (uint32_t)run;
            routine->row[side] = from->row;
        }
        all->times[number][run] += (double)from->own_ns;
        routine->samples[side] += (double)from->own;
    }
    double ns = (double)stacks.ns;
    to->is_sampled[side] = to->is_sampled[side] && stacks.samples;
    cube_stacks_free(&stacks);
    return ns;
}

static double median_of(const struct analysis_changes *changes, const double *values, int side)
{
    size_t before = changes->table.before, runs = changes->table.run_count;
    return side == CHANGES_BEFORE ? analysis_noise_median(values, before)
                                  : analysis_noise_median(values + before, runs - before);
}

static double ratio_of(const double *values)
{
    double least = fmin(values[0], values[1]), most = fmax(values[0], values[1]);
    return most <= 0 ? 1 : least > 0 ? most / least : INFINITY;
}

/* True if a routine took enough time to be judged. */
static bool is_large(const struct analysis_sampled_changes *sampled,
                     const struct analysis_sampled_routine *routine)
{
    double share = sampled->changes->limits.least_share;
    for (int side = 0; side < CHANGES_SIDES; side++) {
        if (routine->samples[side] >= FEW && routine->median[side] >= share * sampled->total[side])
            return true;
    }
    return false;
}

/* True if the numbers of samples of a run are further apart than chance lets them be. */
static bool is_far(const struct analysis_changes *changes,
                   const struct analysis_sampled_routine *routine)
{
    double runs[CHANGES_SIDES] = {(double)changes->table.before,
                                  (double)(changes->table.run_count - changes->table.before)};
    double mean[CHANGES_SIDES], variance = 0;
    for (int side = 0; side < CHANGES_SIDES; side++) {
        mean[side] = routine->samples[side] / runs[side];
        variance += TICK * mean[side] / runs[side];
    }
    return fabs(mean[CHANGES_AFTER] - mean[CHANGES_BEFORE]) > SAMPLED_FAR * sqrt(variance);
}

static void judge(struct analysis_sampled_changes *sampled, double **times)
{
    const struct analysis_changes *changes = sampled->changes;
    size_t before = changes->table.before, after = changes->table.run_count - before;
    double *p = memory_zeroed(sampled->count + 1, sizeof *p);
    for (size_t i = 0; i < sampled->count; i++) {
        struct analysis_sampled_routine *routine = &sampled->routines[i];
        routine->is_judged = is_large(sampled, routine);
        routine->own_p = changes->repeated
                             ? analysis_noise_test(times[i], before, times[i] + before, after)
                             : NAN;
        p[i] = routine->is_judged ? routine->own_p : NAN;
    }
    analysis_noise_correct(p, sampled->count);
    for (size_t i = 0; i < sampled->count; i++) {
        struct analysis_sampled_routine *routine = &sampled->routines[i];
        bool beyond = ratio_of(routine->median) > 1 + changes->limits.threshold;
        routine->p = p[i];
        routine->is_far = is_far(changes, routine);
        routine->has_changed = routine->is_judged && beyond && routine->is_far &&
                               (isnan(p[i]) || p[i] < changes->limits.significance);
        sampled->changed += routine->has_changed;
        sampled->both += routine->run[CHANGES_BEFORE] != ARCHIVE_NONE &&
                         routine->run[CHANGES_AFTER] != ARCHIVE_NONE;
    }
    free(p);
}

static double difference(const struct analysis_sampled_routine *routine)
{
    return fabs(routine->median[CHANGES_AFTER] - routine->median[CHANGES_BEFORE]);
}

static int by_difference(const void *left, const void *right)
{
    const struct analysis_sampled_routine *a = left, *b = right;
    if (difference(a) != difference(b))
        return difference(a) > difference(b) ? -1 : 1;
    if (a->row[CHANGES_AFTER] != b->row[CHANGES_AFTER])
        return a->row[CHANGES_AFTER] < b->row[CHANGES_AFTER] ? -1 : 1;
    return a->row[CHANGES_BEFORE] < b->row[CHANGES_BEFORE] ? -1 : 1;
}

static bool has_samples(const struct analysis_changes *changes)
{
    for (size_t run = 0; run < changes->table.run_count; run++) {
        if (changes->table.runs[run].archive->stacks.rows)
            return true;
    }
    return false;
}

struct analysis_sampled_changes *
analysis_sampled_changes_new(const struct analysis_changes *changes)
{
    size_t runs = changes->table.run_count;
    if (!has_samples(changes))
        return NULL;
    struct analysis_sampled_changes *sampled = memory_zeroed(1, sizeof *sampled);
    struct collecting all = {.to = sampled, .keys = interned_new()};
    double *totals = memory_zeroed(runs + 1, sizeof *totals);
    *sampled = (struct analysis_sampled_changes){.changes = changes, .is_sampled = {true, true}};
    for (size_t run = 0; run < runs; run++)
        totals[run] = add_run(&all, run);
    for (int side = 0; side < CHANGES_SIDES; side++) {
        sampled->total[side] = median_of(changes, totals, side);
        for (size_t i = 0; i < sampled->count; i++)
            sampled->routines[i].median[side] = median_of(changes, all.times[i], side);
    }
    if (sampled->is_sampled[CHANGES_BEFORE] && sampled->is_sampled[CHANGES_AFTER])
        judge(sampled, all.times);
    for (size_t i = 0; all.times && i < sampled->count; i++)
        free(all.times[i]);
    if (sampled->count)
        qsort(sampled->routines, sampled->count, sizeof *sampled->routines, by_difference);
    free(all.times);
    free(totals);
    interned_free(all.keys);
    return sampled;
}

void analysis_sampled_changes_free(struct analysis_sampled_changes *sampled)
{
    if (!sampled)
        return;
    free(sampled->routines);
    free(sampled);
}

const char *analysis_sampled_name(const struct analysis_changes *changes,
                                  const struct analysis_sampled_routine *routine)
{
    int side = routine->run[CHANGES_AFTER] != ARCHIVE_NONE ? CHANGES_AFTER : CHANGES_BEFORE;
    const struct archive *archive = changes->table.runs[routine->run[side]].archive;
    return archive_text(archive, archive->stacks.name[routine->row[side]]);
}
