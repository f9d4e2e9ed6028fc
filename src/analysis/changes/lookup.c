/* lookup.c: values and regions of the rows of a comparison. */
#include "analysis/changes/changes.h"

#include "analysis/changes/noise.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

double analysis_changes_median(const struct analysis_changes *changes, uint32_t row,
                               enum analysis_changes_measure measure, int side)
{
    size_t before = changes->table.before, runs = changes->table.run_count, count = 0;
    const double *values = analysis_changes_values(changes, row, measure);
    double *known = memory_zeroed(runs + 1, sizeof *known);
    for (size_t i = side ? before : 0; i < (side ? runs : before); i++) {
        if (!isnan(values[i]))
            known[count++] = values[i];
    }
    double median = analysis_noise_median(known, count);
    free(known);
    return median;
}

double analysis_changes_count(const struct analysis_changes *changes, uint32_t row,
                              enum analysis_changes_measure measure, int side)
{
    enum analysis_changes_fate fate = changes->rows[row].fate;
    bool absent = side == CHANGES_BEFORE ? fate == CHANGES_NEW : fate == CHANGES_GONE;
    bool time = measure == CHANGES_TIME || measure == CHANGES_INCLUSIVE;
    if (!absent || time)
        return analysis_changes_median(changes, row, measure, side);
    bool counted = measure != CHANGES_INSTRUCTIONS ||
                   !isnan(analysis_changes_median(changes, 0, CHANGES_INSTRUCTIONS, side));
    return counted && !changes->rows[row].elsewhere &&
                   !isnan(analysis_changes_median(changes, row, measure, 1 - side))
               ? 0
               : NAN;
}

double analysis_changes_p(const struct analysis_changes *changes, uint32_t row,
                          enum analysis_changes_measure measure)
{
    return changes->p[(size_t)row * CHANGES_MEASURES + measure];
}

uint32_t analysis_changes_region(const struct analysis_changes *changes, uint32_t row,
                                 const struct archive **archive)
{
    const struct analysis_changes_row *of = &changes->rows[row];
    int side = of->run[CHANGES_AFTER] != ARCHIVE_NONE ? CHANGES_AFTER : CHANGES_BEFORE;
    uint32_t run = of->run[side], region = of->region[side];
    if (run == ARCHIVE_NONE) { /* a path on which a routine was inlined in all runs */
        const struct analysis_changes_entry *entry = &changes->table.entries[of->entry];
        side = entry->run[CHANGES_AFTER] != ARCHIVE_NONE ? CHANGES_AFTER : CHANGES_BEFORE;
        run = entry->run[side];
        region = changes->table.runs[run].items[entry->item[side]].region;
    }
    *archive = changes->table.runs[run].archive;
    return region;
}
