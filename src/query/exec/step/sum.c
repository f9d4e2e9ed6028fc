/* sum.c: see sum.h */
#include "query/exec/step/sum.h"

#include "query/exec/kernel.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sum_make(struct sum *sum, const struct query_stage_sum *of, enum query_type type)
{
    *sum = (struct sum){.of = of, .type = type};
}

void sum_free(struct sum *sum)
{
    free(sum->cells);
    free(sum->deviations);
    tally_free(&sum->tally);
}

static bool is_deviation(const struct sum *sum)
{
    return sum->of->aggregate == AGGREGATE_STDDEV;
}

static void grow(struct sum *sum, size_t groups)
{
    size_t before = sum->room;
    if (groups <= sum->room)
        return;
    if (is_deviation(sum)) {
        size_t size = sizeof *sum->deviations;
        sum->deviations = memory_grow(sum->deviations, &sum->room, groups, size);
        memset(sum->deviations + before, 0, (sum->room - before) * size);
    } else {
        sum->cells = memory_grow(sum->cells, &sum->room, groups, sizeof *sum->cells);
        memset(sum->cells + before, 0, (sum->room - before) * sizeof *sum->cells);
    }
}

static double real_at(const struct query_vector *values, size_t i)
{
    return values->type == TYPE_REAL ? values->real[i] : (double)values->whole[i];
}

/* Updates a smallest or largest value; `count` tells if there is one yet. */
static void add_end(const struct sum *sum, struct sum_cell *cell, double real, int64_t whole)
{
    bool largest = sum->of->aggregate == AGGREGATE_MAX, first = !cell->count;
    if (sum->type == TYPE_REAL) {
        int order = kernel_order(real, cell->real_end);
        if (first || (largest ? order > 0 : order < 0))
            cell->real_end = real;
    } else if (first || (largest ? whole > cell->end : whole < cell->end)) {
        cell->end = whole;
    }
}

static void add_one(struct sum *sum, size_t group, const struct query_vector *values, size_t i)
{
    if (is_deviation(sum)) {
        deviation_add(&sum->deviations[group], real_at(values, i));
        return;
    }
    struct sum_cell *cell = &sum->cells[group];
    switch (sum->of->aggregate) {
    case AGGREGATE_SUM:
    case AGGREGATE_MEAN:
        if (sum->type == TYPE_REAL)
            cell->real = twofold_add(cell->real, (struct twofold){values->real[i], 0});
        else
            cell->whole += values->whole[i];
        break;
    case AGGREGATE_MIN:
    case AGGREGATE_MAX:
        add_end(sum, cell, values->real[i], values->whole[i]);
        break;
    default:
        tally_add(&sum->tally, group, real_at(values, i), 1);
    }
    cell->count++;
}

void sum_add(struct sum *sum, const struct query_vector *values, const size_t *numbers,
             size_t count, size_t groups)
{
    grow(sum, groups);
    if (sum->of->aggregate == AGGREGATE_COUNT) {
        for (size_t i = 0; numbers && i < count; i++)
            sum->cells[numbers[i]].count++;
        sum->cells[0].count += numbers ? 0 : count;
        return;
    }
    bool plain = sum->of->aggregate == AGGREGATE_SUM && sum->type == TYPE_INTEGER &&
                 !values->has_absent && numbers;
    for (size_t i = 0; plain && i < count; i++) {
        sum->cells[numbers[i]].count++;
        sum->cells[numbers[i]].whole += values->whole[i];
    }
    for (size_t i = 0; !plain && i < count; i++) {
        if (!query_vector_is_absent(values, i))
            add_one(sum, numbers ? numbers[i] : 0, values, i);
    }
}

static void merge_cell(const struct sum *sum, struct sum_cell *cell, const struct sum_cell *other)
{
    bool is_real = sum->type == TYPE_REAL;
    if (!other->count)
        return;
    switch (sum->of->aggregate) {
    case AGGREGATE_SUM:
    case AGGREGATE_MEAN:
        if (is_real)
            cell->real = twofold_add(cell->real, other->real);
        else
            cell->whole += other->whole;
        break;
    case AGGREGATE_MIN:
    case AGGREGATE_MAX:
        add_end(sum, cell, is_real ? other->real_end : 0, is_real ? 0 : other->end);
        break;
    default:
        break;
    }
    cell->count += other->count;
}

void sum_merge(struct sum *sum, const struct sum *other, const size_t *numbers, size_t count,
               size_t groups)
{
    grow(sum, groups);
    for (size_t i = 0; i < count && i < other->room; i++) {
        if (is_deviation(sum))
            deviation_merge(&sum->deviations[numbers[i]], &other->deviations[i]);
        else
            merge_cell(sum, &sum->cells[numbers[i]], &other->cells[i]);
    }
    for (size_t i = 0; i < other->tally.slot_count; i++) {
        const struct tally_value *value = &other->tally.slots[i];
        if (value->count)
            tally_add(&sum->tally, numbers[value->group], value->value, value->count);
    }
}

uint64_t sum_bytes(const struct sum *sum)
{
    return sum->room * (is_deviation(sum) ? sizeof *sum->deviations : sizeof *sum->cells) +
           sum->tally.slot_count * sizeof *sum->tally.slots;
}

void sum_add_cells(struct sum *sum, const struct kernel_cell *cells, const size_t *numbers,
                   size_t count, size_t groups)
{
    grow(sum, groups);
    for (size_t i = 0; i < count; i++) {
        if (!cells[i].count)
            continue;
        struct sum_cell *cell = &sum->cells[numbers[i]];
        cell->count += cells[i].count;
        if (sum->of->aggregate != AGGREGATE_COUNT)
            cell->whole += cells[i].sum;
    }
}

static void set_number(const struct sum *sum, const struct sum_cell *cell, struct query_vector *out,
                       size_t i)
{
    switch (sum->of->aggregate) {
    case AGGREGATE_COUNT:
        out->whole[i] = (int64_t)cell->count;
        break;
    case AGGREGATE_MEAN:
        out->real[i] = (sum->type == TYPE_REAL ? twofold_value(cell->real) : (double)cell->whole) /
                       (double)cell->count;
        break;
    case AGGREGATE_SUM:
        if (sum->type == TYPE_REAL)
            out->real[i] = twofold_value(cell->real);
        else
            out->whole[i] = cell->whole > INT64_MAX   ? INT64_MAX
                            : cell->whole < INT64_MIN ? INT64_MIN
                                                      : (int64_t)cell->whole;
        break;
    default:
        if (sum->type == TYPE_REAL)
            out->real[i] = cell->real_end;
        else
            out->whole[i] = cell->end;
    }
}

static enum query_type result_type(const struct sum *sum)
{
    switch (sum->of->aggregate) {
    case AGGREGATE_COUNT:
        return TYPE_INTEGER;
    case AGGREGATE_MEAN:
    case AGGREGATE_STDDEV:
    case AGGREGATE_PERCENTILE:
        return TYPE_REAL;
    default:
        return sum->type;
    }
}

struct query_vector sum_result(struct sum *sum, size_t groups)
{
    struct query_vector out;
    size_t first = 0;
    grow(sum, groups);
    query_vector_make(&out, result_type(sum), groups);
    out.has_absent = sum->of->aggregate != AGGREGATE_COUNT;
    tally_sort(&sum->tally);
    for (size_t i = 0; i < groups; i++) {
        uint64_t count = is_deviation(sum) ? sum->deviations[i].count : sum->cells[i].count;
        out.absent[i] = out.has_absent && !count;
        if (out.absent[i])
            continue;
        if (sum->of->aggregate == AGGREGATE_PERCENTILE)
            out.real[i] = tally_percentile(&sum->tally, &first, sum->of->parameter);
        else if (is_deviation(sum))
            out.real[i] = deviation_value(&sum->deviations[i]);
        else
            set_number(sum, &sum->cells[i], &out, i);
    }
    return out;
}
