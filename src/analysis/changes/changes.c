/* changes.c: see changes.h */
#include "analysis/changes/changes.h"

#include "analysis/crowding.h"
#include "analysis/division/keys.h"
#include "cube/region_words.h"
#include "format/place.h"
#include "format/region.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* The limits that are used unless others are given. */
static const struct analysis_changes_limits one_run = {0.10, 0.01, 0.0001},
                                            several_runs = {0.02, 0.001, 0.0001};

static bool is_cpu_time(const struct archive *archive)
{
    return archive->places.rows && archive->places.clock[0] == FORMAT_CLOCK_CPU;
}

/* Finds what makes times useless. */
static void look_at_times(struct analysis_changes *changes, const struct archive *const *archives)
{
    for (size_t i = 0; i < changes->table.run_count; i++) {
        changes->clocks |= is_cpu_time(archives[i]) != is_cpu_time(archives[0]);
        changes->crowded |= !changes->repeated && analysis_crowding_find(archives[i]).crowded;
    }
}

/* Returns the measure that tells how much work rows are: time, else instructions, else visits. */
static enum analysis_changes_measure find_work(const struct analysis_changes *changes)
{
    static const enum analysis_changes_measure measures[] = {CHANGES_TIME, CHANGES_INSTRUCTIONS,
                                                             CHANGES_VISITS};
    for (size_t i = 0; i < 2; i++) {
        double sums[CHANGES_SIDES] = {0};
        for (uint32_t row = 1; row < changes->count; row++) {
            for (int side = 0; side < CHANGES_SIDES; side++) {
                double value = analysis_changes_median(changes, row, measures[i], side);
                sums[side] += isnan(value) ? 0 : value;
            }
        }
        if (sums[CHANGES_BEFORE] > 0 && sums[CHANGES_AFTER] > 0)
            return measures[i];
    }
    return CHANGES_VISITS;
}

/* Finds how much of the work is in rows that both sides have. */
static void find_matched(struct analysis_changes *changes)
{
    enum analysis_changes_measure work = find_work(changes);
    for (int side = 0; side < CHANGES_SIDES; side++) {
        double all = 0, both = 0;
        for (uint32_t row = 1; row < changes->count; row++) {
            const struct analysis_changes_row *of = &changes->rows[row];
            double value = analysis_changes_median(changes, row, work, side);
            bool matched =
                of->run[CHANGES_BEFORE] != ARCHIVE_NONE && of->run[CHANGES_AFTER] != ARCHIVE_NONE;
            all += isnan(value) ? 0 : value;
            both += isnan(value) || !matched ? 0 : value;
        }
        changes->matched[side] = all > 0 ? both / all : 0;
        changes->total[side] = analysis_changes_median(changes, 0, CHANGES_INCLUSIVE, side);
    }
}

/* True if a side has other items of a routine's source: it was inlined there. */
static bool is_inlined(const struct analysis_changes_table *table,
                       const struct analysis_changes_item *routine, int side)
{
    for (uint32_t i = 0; i < table->count; i++) {
        const struct analysis_changes_item *item = analysis_changes_table_item(table, i, side);
        if (item && item->kind != TRI_KIND_ROUTINE && item->routine == routine->routine)
            return true;
    }
    return false;
}

/* Returns, by kind, whether a side has items of it. */
static void find_kinds(const struct analysis_changes_table *table, int side, bool kinds[64])
{
    for (uint32_t i = 0; i < table->count; i++) {
        const struct analysis_changes_item *item = analysis_changes_table_item(table, i, side);
        if (item && item->kind < 64)
            kinds[item->kind] = true;
    }
}

/* True if a run did not measure the routine that a region of another run is, or is in. */
static bool is_unmeasured(const struct archive *archive, const struct archive *other,
                          uint32_t region)
{
    const char *name = cube_region_routine(archive, region);
    size_t length = analysis_division_plain_length(name);
    for (size_t i = 0; length && i < other->natives.rows; i++) {
        const char *native = archive_text(other, other->natives.name[i]);
        if (analysis_division_plain_length(native) == length && !strncmp(native, name, length))
            return true;
    }
    return false;
}

/* True if any run of a side did not measure the routine of a region. */
static bool is_side_unmeasured(const struct analysis_changes_table *table,
                               const struct archive *archive, uint32_t region, int side)
{
    size_t first = side == CHANGES_BEFORE ? 0 : table->before,
           end = side == CHANGES_BEFORE ? table->before : table->run_count;
    for (size_t run = first; run < end; run++) {
        if (is_unmeasured(archive, table->runs[run].archive, region))
            return true;
    }
    return false;
}

static void find_fates(struct analysis_changes *changes)
{
    const struct analysis_changes_table *table = &changes->table;
    bool kinds[CHANGES_SIDES][64] = {{false}};
    find_kinds(table, CHANGES_BEFORE, kinds[CHANGES_BEFORE]);
    find_kinds(table, CHANGES_AFTER, kinds[CHANGES_AFTER]);
    for (uint32_t row = 1; row < changes->count; row++) {
        struct analysis_changes_row *of = &changes->rows[row];
        const struct analysis_changes_item *before = analysis_changes_table_item(table, of->entry,
                                                                                 CHANGES_BEFORE),
                                           *after = analysis_changes_table_item(table, of->entry,
                                                                                CHANGES_AFTER);
        bool then = of->run[CHANGES_BEFORE] != ARCHIVE_NONE,
             now = of->run[CHANGES_AFTER] != ARCHIVE_NONE;
        const struct analysis_changes_item *item = then ? before : after;
        if (then && now) {
            bool renamed = before->kind == TRI_KIND_ROUTINE && before->name != after->name;
            of->fate = renamed ? CHANGES_RENAMED : CHANGES_KEPT;
            continue;
        }
        if (!then && !now)
            continue; /* an inlined routine on a path */
        int other = then ? CHANGES_AFTER : CHANGES_BEFORE;
        const struct archive *archive = table->runs[of->run[1 - other]].archive;
        bool binary = archive->regions.flags[of->region[1 - other]] & FORMAT_BINARY;
        if (item->kind >= 64 || !kinds[other][item->kind])
            of->fate = CHANGES_UNMEASURED;
        else if (binary && item->kind == TRI_KIND_ROUTINE && is_inlined(table, item, other))
            of->fate = then ? CHANGES_INLINED : CHANGES_OUTLINED;
        else if (is_side_unmeasured(table, archive, of->region[1 - other], other))
            of->fate = CHANGES_UNMEASURED;
        else
            of->fate = then ? CHANGES_GONE : CHANGES_NEW;
    }
}

struct analysis_changes *analysis_changes_new(const struct archive *const *archives, size_t before,
                                              size_t after, bool paths,
                                              const struct analysis_changes_limits *limits)
{
    struct analysis_changes *changes = memory_zeroed(1, sizeof *changes);
    changes->paths = paths;
    changes->repeated = before + after > 2;
    const struct analysis_changes_limits *usual = changes->repeated ? &several_runs : &one_run;
    changes->limits = *limits;
    if (changes->limits.threshold <= 0)
        changes->limits.threshold = usual->threshold;
    if (changes->limits.least_share <= 0)
        changes->limits.least_share = usual->least_share;
    if (changes->limits.significance <= 0)
        changes->limits.significance = usual->significance;
    changes->table = changes_table_new(archives, before, after);
    look_at_times(changes, archives);
    analysis_changes_fill(changes);
    find_matched(changes);
    find_fates(changes);
    analysis_changes_find_elsewhere(changes);
    analysis_changes_judge(changes);
    return changes;
}

void analysis_changes_free(struct analysis_changes *changes)
{
    if (!changes)
        return;
    changes_table_free(&changes->table);
    free(changes->rows);
    free(changes->values);
    free(changes->lacks);
    free(changes->trips);
    free(changes->p);
    free(changes->changes);
    free(changes);
}
