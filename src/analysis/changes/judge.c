/* judge.c: finds the differences that are more than noise. */
#include "analysis/changes/changes.h"

#include "analysis/changes/noise.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* The values of one measure of one row, as far as they are known. */
struct sample {
    double *values[CHANGES_SIDES];
    size_t count[CHANGES_SIDES];
    double median[CHANGES_SIDES];
    bool varies;
};

static struct sample sample_new(const struct analysis_changes *changes, uint32_t row,
                                enum analysis_changes_measure measure)
{
    struct sample sample = {0};
    size_t runs = changes->table.run_count;
    const double *values = analysis_changes_values(changes, row, measure);
    for (int side = 0; side < CHANGES_SIDES; side++)
        sample.values[side] = memory_zeroed(runs + 1, sizeof *sample.values[side]);
    for (size_t i = 0; i < runs; i++) {
        int side = i < changes->table.before ? CHANGES_BEFORE : CHANGES_AFTER;
        if (isnan(values[i]))
            continue;
        sample.values[side][sample.count[side]++] = values[i];
        sample.varies |= values[i] != sample.values[side][0];
    }
    for (int side = 0; side < CHANGES_SIDES; side++)
        sample.median[side] = analysis_noise_median(sample.values[side], sample.count[side]);
    return sample;
}

static void sample_free(struct sample *sample)
{
    free(sample->values[CHANGES_BEFORE]);
    free(sample->values[CHANGES_AFTER]);
}

static bool is_time(enum analysis_changes_measure measure)
{
    return measure == CHANGES_TIME;
}

/* True if the time of a row means the same in all runs: it includes the times of loops and calls
 * inside, or it does not. */
static bool means_the_same(const struct analysis_changes *changes, uint32_t row)
{
    size_t runs = changes->table.run_count;
    const uint8_t *lacks = &changes->lacks[row * runs];
    for (size_t i = 1; i < runs; i++) {
        if (lacks[i] != lacks[0])
            return false;
    }
    return true;
}

/* True if a time is large enough to be judged. */
static bool is_large(const struct analysis_changes *changes, uint32_t row,
                     const struct sample *sample)
{
    for (int side = 0; side < CHANGES_SIDES && row; side++) {
        if (sample->median[side] >= changes->limits.least_share * changes->total[side])
            return true;
    }
    return row == 0;
}

/* True if a value is known in more than half of the runs of each side. A time that only some runs
 * know, because their samples found the region, is longer there than in the others. */
static bool is_mostly_known(const struct analysis_changes *changes, const struct sample *sample)
{
    size_t before = changes->table.before, after = changes->table.run_count - before;
    return 2 * sample->count[CHANGES_BEFORE] > before && 2 * sample->count[CHANGES_AFTER] > after;
}

/* True if a measure of a row is judged: the run has its duration, other rows have all but inclusive
 * times. */
static bool is_judged(const struct analysis_changes *changes, uint32_t row,
                      enum analysis_changes_measure measure, const struct sample *sample)
{
    if (measure == CHANGES_INCLUSIVE || (row == 0 && measure != CHANGES_TIME) ||
        !is_mostly_known(changes, sample))
        return false;
    return !is_time(measure) || (!changes->clocks && !changes->crowded &&
                                 means_the_same(changes, row) && is_large(changes, row, sample));
}

static double ratio_of(const struct sample *sample)
{
    double least = fmin(sample->median[0], sample->median[1]),
           most = fmax(sample->median[0], sample->median[1]);
    return most <= 0 ? 1 : least > 0 ? most / least : INFINITY;
}

static void add_change(struct analysis_changes *changes, struct analysis_change change)
{
    changes->changes = memory_grow(changes->changes, &changes->change_room,
                                   changes->change_count + 1, sizeof *changes->changes);
    changes->changes[changes->change_count++] = change;
}

double analysis_changes_test(const struct analysis_changes *changes, uint32_t row,
                             enum analysis_changes_measure measure)
{
    struct sample sample = sample_new(changes, row, measure);
    bool noisy = is_time(measure) || measure == CHANGES_INCLUSIVE || sample.varies;
    double p = noisy ? analysis_noise_test(sample.values[0], sample.count[0], sample.values[1],
                                           sample.count[1])
                     : NAN;
    sample_free(&sample);
    return p;
}

/* Tests all numbers that vary, and corrects the results for their number. */
static void test_all(struct analysis_changes *changes)
{
    size_t cells = (size_t)changes->count * CHANGES_MEASURES;
    changes->p = memory_zeroed(cells + 1, sizeof *changes->p);
    for (uint32_t row = 0; row < changes->count; row++) {
        for (int i = 0; i < CHANGES_MEASURES; i++) {
            struct sample sample = sample_new(changes, row, i);
            bool tested = changes->repeated && is_judged(changes, row, i, &sample) &&
                          (is_time(i) || sample.varies);
            changes->p[(size_t)row * CHANGES_MEASURES + (size_t)i] =
                tested ? analysis_noise_test(sample.values[0], sample.count[0], sample.values[1],
                                             sample.count[1])
                       : NAN;
            sample_free(&sample);
        }
    }
    analysis_noise_correct(changes->p, cells);
}

/* Adds a measure of a row to the changes, if it is one. */
static void judge(struct analysis_changes *changes, uint32_t row,
                  enum analysis_changes_measure measure)
{
    struct sample sample = sample_new(changes, row, measure);
    const struct analysis_changes_limits *limits = &changes->limits;
    double p = analysis_changes_p(changes, row, measure), before = sample.median[0],
           after = sample.median[1];
    bool judged = is_judged(changes, row, measure, &sample),
         noisy = is_time(measure) || sample.varies;
    bool beyond = ratio_of(&sample) > 1 + limits->threshold;
    bool single = sample.count[CHANGES_BEFORE] == 1 || sample.count[CHANGES_AFTER] == 1;
    double least = row ? limits->least_share * fmin(changes->total[0], changes->total[1]) : 0;
    sample_free(&sample);
    struct analysis_change change = {
        .row = row, .measure = measure, .before = before, .after = after, .p = p};
    if (!judged || before == after)
        return;
    if (!noisy)
        change.how = CHANGES_EXACT;
    else if (!isnan(p) && p < limits->significance && beyond)
        change.how = single ? CHANGES_GUESSED : CHANGES_TESTED;
    else if (isnan(p) && beyond && fabs(after - before) >= least)
        change.how = CHANGES_GUESSED;
    else
        return;
    add_change(changes, change);
}

/* Returns the row of the routine that a row is in, if it has the same fate; 0 if there is none. */
static uint32_t routine_around(const struct analysis_changes *changes, uint32_t row)
{
    const struct analysis_changes_row *of = &changes->rows[row];
    int side = of->fate == CHANGES_NEW ? CHANGES_AFTER : CHANGES_BEFORE;
    uint32_t found = 0;
    const struct analysis_changes_item *item =
        analysis_changes_table_item(&changes->table, of->entry, side);
    for (uint32_t i = 1; i < changes->count && item && item->kind != TRI_KIND_ROUTINE; i++) {
        const struct analysis_changes_item *other =
            analysis_changes_table_item(&changes->table, changes->rows[i].entry, side);
        if (!other || other->kind != TRI_KIND_ROUTINE || other->routine != item->routine ||
            changes->rows[i].fate != of->fate)
            continue;
        if (other->file == item->file)
            return i;
        found = found ? found : i;
    }
    return found;
}

/* Returns the outermost row above a row on its path of the same fate; 0 if there is none. */
static uint32_t path_around(const struct analysis_changes *changes, uint32_t row)
{
    uint32_t found = 0, at = changes->rows[row].parent;
    for (; at && changes->rows[at].fate == changes->rows[row].fate; at = changes->rows[at].parent)
        found = at;
    return found;
}

/* The measures that tell the size of a row that is new, gone, renamed or inlined, the best first.
 */
static const enum analysis_changes_measure sizes[] = {CHANGES_TIME, CHANGES_INSTRUCTIONS,
                                                      CHANGES_VISITS};

/* Returns the index in `sizes` of the first measure that is known of a row, or of the last. */
static size_t find_size(const struct analysis_changes *changes, uint32_t row)
{
    size_t i = 0, last = sizeof sizes / sizeof sizes[0] - 1;
    while (i < last && isnan(analysis_changes_median(changes, row, sizes[i], CHANGES_BEFORE)) &&
           isnan(analysis_changes_median(changes, row, sizes[i], CHANGES_AFTER)))
        i++;
    return i;
}

/* Returns, by row, the row whose change includes it: it is new or gone within that one, whose size
 * is of the same measure, or whose time is known and includes its own. 0: none. The caller frees
 * the array. */
static uint32_t *find_around(const struct analysis_changes *changes)
{
    uint32_t *around = memory_zeroed((size_t)changes->count + 1, sizeof *around);
    for (uint32_t row = 1; row < changes->count; row++) {
        enum analysis_changes_fate fate = changes->rows[row].fate;
        if (fate != CHANGES_NEW && fate != CHANGES_GONE)
            continue;
        uint32_t found = changes->paths ? path_around(changes, row) : routine_around(changes, row);
        if (found && find_size(changes, row) >= find_size(changes, found))
            around[row] = found;
    }
    return around;
}

/* Returns the median over the runs of a side of a row's measure, with that of the rows that are new
 * or gone within it. */
static double sum_with(const struct analysis_changes *changes, const uint32_t *around, uint32_t row,
                       enum analysis_changes_measure measure, int side)
{
    size_t first = side == CHANGES_BEFORE ? 0 : changes->table.before, count = 0,
           end = side == CHANGES_BEFORE ? changes->table.before : changes->table.run_count;
    double *sums = memory_zeroed(changes->table.run_count + 1, sizeof *sums);
    for (size_t run = first; run < end; run++) {
        double sum = analysis_changes_values(changes, row, measure)[run];
        for (uint32_t i = 1; i < changes->count && measure != CHANGES_VISITS; i++) {
            double value = analysis_changes_values(changes, i, measure)[run];
            sum += around[i] == row && !isnan(value) ? value : 0;
        }
        if (!isnan(sum))
            sums[count++] = sum;
    }
    double median = analysis_noise_median(sums, count);
    free(sums);
    return median;
}

/* Adds a row that is new, gone, renamed or inlined, unless it is a part of another one. */
static void add_fate(struct analysis_changes *changes, const uint32_t *around, uint32_t row)
{
    enum analysis_changes_fate fate = changes->rows[row].fate;
    struct analysis_change change = {.row = row,
                                     .fate = true,
                                     .measure = sizes[find_size(changes, row)],
                                     .how = CHANGES_EXACT,
                                     .p = NAN};
    if (fate == CHANGES_KEPT || fate == CHANGES_UNMEASURED)
        return;
    if (around[row]) {
        changes->within++;
        return;
    }
    change.before = sum_with(changes, around, row, change.measure, CHANGES_BEFORE);
    change.after = sum_with(changes, around, row, change.measure, CHANGES_AFTER);
    add_change(changes, change);
}

/* The importance of a row's changes. */
struct weight {
    double time;  /* the part of the run's time by which it differs, if that or its fate changed */
    double share; /* the largest part of any measure's sum */
};

static double difference(const struct analysis_change *change)
{
    double before = isnan(change->before) ? 0 : change->before,
           after = isnan(change->after) ? 0 : change->after;
    return fabs(after - before);
}

static double sum_of(const struct analysis_changes *changes, enum analysis_changes_measure measure)
{
    double sum = 0;
    for (uint32_t row = 1; row < changes->count; row++) {
        for (int side = 0; side < CHANGES_SIDES; side++) {
            double value = analysis_changes_median(changes, row, measure, side);
            sum += isnan(value) ? 0 : value;
        }
    }
    return sum / 2;
}

static struct weight *find_weights(const struct analysis_changes *changes)
{
    struct weight *weights = memory_zeroed((size_t)changes->count + 1, sizeof *weights);
    double sums[CHANGES_MEASURES];
    for (int i = 0; i < CHANGES_MEASURES; i++)
        sums[i] = sum_of(changes, i);
    weights[0].time = INFINITY;
    for (size_t i = 0; i < changes->change_count; i++) {
        const struct analysis_change *change = &changes->changes[i];
        struct weight *weight = &weights[change->row];
        double sum = sums[change->measure], share = sum > 0 ? difference(change) / sum : 0;
        bool time = is_time(change->measure);
        weight->time = time && share > weight->time ? share : weight->time;
        weight->share = share > weight->share ? share : weight->share;
    }
    return weights;
}

static int by_weight(const void *left, const void *right, void *context)
{
    const struct weight *weights = context;
    const struct analysis_change *a = left, *b = right;
    const struct weight *of_a = &weights[a->row], *of_b = &weights[b->row];
    if (of_a->time != of_b->time)
        return of_a->time > of_b->time ? -1 : 1;
    if (of_a->share != of_b->share)
        return of_a->share > of_b->share ? -1 : 1;
    if (a->row != b->row)
        return a->row < b->row ? -1 : 1;
    if (a->fate != b->fate)
        return a->fate ? -1 : 1;
    return a->measure < b->measure ? -1 : a->measure > b->measure;
}

void analysis_changes_judge(struct analysis_changes *changes)
{
    uint32_t *around = find_around(changes);
    test_all(changes);
    for (uint32_t row = 0; row < changes->count; row++) {
        changes->unlike += !means_the_same(changes, row);
        if (row)
            add_fate(changes, around, row);
        for (int i = 0; i < CHANGES_MEASURES; i++)
            judge(changes, row, i);
    }
    struct weight *weights = find_weights(changes);
    if (changes->change_count)
        qsort_r(changes->changes, changes->change_count, sizeof *changes->changes, by_weight,
                weights);
    free(weights);
    free(around);
}
