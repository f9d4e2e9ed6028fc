/* roofline.c: see roofline.h */
#include "report/binary/roofline.h"

#include "cube/mix.h"
#include "model/machine/machine.h"
#include "util/memory.h"
#include "util/number.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

static int longest_first(const void *left, const void *right)
{
    const struct report_roofline_point *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->region < b->region ? -1 : a->region > b->region;
}

/* Sets the roofs of a core. Where several threads worked, they share the memory. */
static void set_roofs(struct report_roofline *roofline, const struct report_lcct_view *view)
{
    const struct model_machine *machine = view->options->machine;
    const struct model_machine_roofs *one = &machine->one, *all = &machine->all;
    bool is_single = roofline->precision == FORMAT_PRECISION_SINGLE ||
                     roofline->precision == FORMAT_PRECISION_HALF;
    double *roofs = roofline->roofs.roofs;
    double threads = fmin((double)view->worker_count, machine->threads);
    roofs[ROOF_SCALAR] = is_single ? one->scalar_single : one->scalar_double;
    roofs[ROOF_VECTOR] = is_single ? one->vector_single : one->vector_double;
    roofs[ROOF_L1] = one->l1;
    roofs[ROOF_L2] = one->l2;
    roofs[ROOF_L3] = one->l3;
    roofs[ROOF_MEMORY] = one->memory;
    if (threads > 1 && all->memory > 0)
        roofs[ROOF_MEMORY] = fmin(one->memory, all->memory / threads);
    if (threads > 1 && all->l3 > 0)
        roofs[ROOF_L3] = fmin(one->l3, all->l3 / threads);
}

enum { SELDOM = 1000 }; /* instructions per operation */

static double share(uint64_t part, uint64_t all)
{
    return all ? (double)part / (double)all : 0;
}

/* True if a loop has operations and was timed. Roofs tell nothing of one that has an operation in
 * thousands of instructions, and it would leave all others in a corner of the picture. */
static bool belongs(struct report_roofline *roofline, const struct cube_lcct_sum *sum,
                    const struct cube_mix *mix)
{
    struct cube_mix_sums all = cube_mix_sums(mix->all);
    bool is_idle = all.flops < all.instructions / SELDOM, is_timed = cube_lcct_has_rate(sum);
    if (all.flops && is_idle)
        roofline->idle += sum->time != 0;
    else if (all.flops)
        roofline->untimed += !is_timed;
    return all.flops && !is_idle && is_timed;
}

/* Counts, by region, the operations of which its loop is the innermost one with a point. To be
 * freed. */
static uint64_t *operations_of(const struct report_lcct_view *view, const uint8_t *points)
{
    const struct archive *archive = view->archive;
    const struct archive_operations *operations = &archive->operations;
    uint64_t *counts = memory_zeroed(archive->regions.rows + 1, sizeof *counts);
    for (size_t i = 0; i < operations->rows; i++) {
        uint32_t node = operations->node[i];
        bool is_flop = operations->measure[i] >= FORMAT_OPERATION_FLOPS &&
                       operations->measure[i] < FORMAT_OPERATIONS;
        if (!is_flop || !view->chosen[archive->nodes.lane[node]])
            continue;
        while (node != ARCHIVE_NONE && !points[archive->nodes.region[node]])
            node = archive->nodes.parent[node];
        if (node == ARCHIVE_NONE)
            continue;
        uint64_t *count = &counts[archive->nodes.region[node]];
        *count = number_add(*count, operations->amount[i]);
    }
    return counts;
}

enum { PART = 10 }; /* one of so many operations of a loop must be in no point inside of it */

/* Adds a loop with so many operations that are in no point inside of it. One that is around others
 * has their speed, and is no point of its own. */
static void add(struct report_roofline *roofline, const struct cube_lcct_sum *sum,
                const struct cube_mix *mix, uint64_t own)
{
    struct cube_mix_sums all = cube_mix_sums(mix->all);
    if (own < all.flops / PART) {
        roofline->around++;
        return;
    }
    roofline->sampled |= sum->sampled;
    roofline->has_dry |= !all.bytes;
    roofline->points[roofline->count++] = (struct report_roofline_point){
        .region = sum->region,
        .time = sum->time,
        .sampled = sum->sampled,
        .loop = {.intensity = all.bytes ? all.intensity : INFINITY,
                 .speed = (double)all.flops / (double)sum->time * 1e9,
                 .vector_share = share(all.vector_flops, all.flops),
                 .stack_share =
                     share(mix->all[FORMAT_OPERATION_STACK],
                           mix->all[FORMAT_OPERATION_LOADS] + mix->all[FORMAT_OPERATION_STORES])}};
}

/* Finds the precision of most operations of all loops. */
static uint32_t precision_of(const struct report_lcct_view *view, const struct cube_mix *mixes)
{
    uint64_t all[FORMAT_OPERATIONS] = {0};
    for (uint32_t i = 0; i < view->archive->regions.rows; i++) {
        for (uint32_t k = FORMAT_OPERATION_FLOPS; k < FORMAT_OPERATIONS; k++)
            all[k] += mixes[i].own[k];
    }
    return cube_mix_sums(all).precision;
}

void report_roofline_init(struct report_roofline *roofline, const struct report_lcct_view *view)
{
    struct cube_mix *mixes = cube_mix_new(view->archive, view->chosen);
    size_t count;
    struct cube_lcct_sum *sums = cube_lcct_sums(view->tree, TRI_KIND_LOOP, &count);
    *roofline =
        (struct report_roofline){.points = memory_zeroed(count + 1, sizeof *roofline->points)};
    roofline->precision = mixes ? precision_of(view, mixes) : FORMAT_PRECISION_DOUBLE;
    set_roofs(roofline, view);
    uint8_t *points = memory_zeroed(view->archive->regions.rows + 1, sizeof *points);
    for (size_t i = 0; mixes && i < count; i++)
        points[sums[i].region] = belongs(roofline, &sums[i], &mixes[sums[i].region]);
    uint64_t *own = operations_of(view, points);
    for (size_t i = 0; mixes && i < count; i++) {
        uint32_t region = sums[i].region;
        if (points[region])
            add(roofline, &sums[i], &mixes[region], own[region]);
    }
    free(points);
    free(own);
    qsort(roofline->points, roofline->count, sizeof *roofline->points, longest_first);
    for (size_t i = 0; i < roofline->count; i++)
        analysis_roofline_judge(&roofline->roofs, &roofline->points[i].loop,
                                &roofline->points[i].verdict);
    free(sums);
    free(mixes);
}

void report_roofline_free(struct report_roofline *roofline)
{
    free(roofline->points);
    *roofline = (struct report_roofline){0};
}

struct report_roofline_range report_roofline_range(const struct report_roofline *roofline)
{
    const double *roofs = roofline->roofs.roofs;
    double slow = 0, fast = 0, peak = roofs[ROOF_VECTOR] > 0 ? roofs[ROOF_VECTOR] : 1e9;
    for (int i = 0; i < ROOF_SCALAR; i++) {
        slow = roofs[i] > 0 && (slow <= 0 || roofs[i] < slow) ? roofs[i] : slow;
        fast = fmax(fast, roofs[i]);
    }
    double left = fast > 0 ? peak / fast / 8 : 0.0625, right = slow > 0 ? peak / slow * 4 : 16;
    double low = slow > 0 ? left * slow : peak / 100, high = peak * 1.5;
    for (size_t i = 0; i < roofline->count; i++) {
        const struct analysis_roofline_loop *loop = &roofline->points[i].loop;
        if (isfinite(loop->intensity)) {
            left = fmin(left, loop->intensity / 2);
            right = fmax(right, loop->intensity * 2);
        }
        low = fmin(low, loop->speed / 2);
        high = fmax(high, loop->speed * 1.5);
    }
    return (struct report_roofline_range){floor(log2(left)), ceil(log2(right)) + roofline->has_dry,
                                          log10(low), log10(high), roofline->has_dry};
}

double report_roofline_across(const struct report_roofline_range *range, double intensity)
{
    return isinf(intensity) ? 1 : (log2(intensity) - range->x_low) / (range->x_high - range->x_low);
}

char report_roofline_mark(size_t number)
{
    static const size_t LETTERS = 26;
    return (char)(number < LETTERS       ? 'A' + (int)number
                  : number < 2 * LETTERS ? 'a' + (int)(number - LETTERS)
                                         : '*');
}
