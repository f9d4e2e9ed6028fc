/* costs.c: see costs.h
 *
 * The time of a point is start + sum of scale[item] * work[item]. The scales are found by least
 * squares of relative errors, with a penalty for scales that differ from their mean: loops that
 * grow alike cannot be told apart by the times, and then keep the scale of all. */
#include "model/learn/costs.h"
#include "model/learn/learn.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum { SWEEPS = 4000 };
static const double penalty = 0.003, least_share = 1e-4;

/* The system that is solved: `rows` points, `columns` items and the start. */
struct system {
    size_t rows, columns;
    size_t *points, *items;
    double *parts;   /* share of a point's time, by row and column, with the mean scale */
    double *weights; /* by row */
    double *scales;  /* by column; the last is that of the start */
    double *shares;  /* by column: mean share */
    double mean;     /* s per unit of work */
};

/* Gives the work of routines in loops to the loop around them. */
static void merge(struct model_learn *learn)
{
    for (size_t at = 0; at < learn->item_count; at++) {
        struct learn_item *item = &learn->items[at];
        item->merged = false;
        if (item->kind != LEARN_ROUTINE)
            continue;
        for (size_t above = item->parent; above != SIZE_MAX && !item->merged;
             above = learn->items[above].parent)
            if (learn->items[above].kind == LEARN_LOOP) {
                item->merged = true;
                item->into = above;
            }
    }
}

/* The item whose time has that of an item in it, if its own is not known: the nearest above it
 * with work of its own. */
static size_t timed_above(const struct model_learn *learn, const bool *timed, size_t at)
{
    while (at != SIZE_MAX && !timed[at])
        at = learn->items[at].parent;
    return at;
}

/* True for items that have work of their own at some point. */
static bool *find_timed(const struct model_learn *learn)
{
    bool *timed = memory_zeroed(learn->item_count + 1, sizeof *timed);
    for (size_t at = 0; at < learn->item_count; at++)
        for (size_t point = 0; point < learn->point_count && !timed[at]; point++)
            timed[at] = learn->items[at].kind <= LEARN_ROUTINE &&
                        learn_cell_of(&learn->items[at], point).work > 0;
    return timed;
}

/* Divides the work of an item among itself and the loops in it that were not timed, in proportion
 * to their trips; the scales correct that. */
static void give(struct model_learn *learn, const bool *timed, size_t head, size_t point)
{
    const struct learn_cell own = learn_cell_of(&learn->items[head], point);
    double units = learn->items[head].kind == LEARN_LOOP ? own.trips : own.visits;
    const double first = units;
    for (size_t at = 0; at < learn->item_count; at++)
        if (!timed[at] && learn->items[at].kind == LEARN_LOOP &&
            timed_above(learn, timed, at) == head)
            units += learn_cell_of(&learn->items[at], point).trips;
    if (own.work <= 0 || units <= 0)
        return;
    for (size_t at = 0; at < learn->item_count; at++)
        if (!timed[at] && learn->items[at].kind == LEARN_LOOP &&
            timed_above(learn, timed, at) == head)
            learn_cell(learn, at, point)->given +=
                own.work * learn_cell_of(&learn->items[at], point).trips / units;
    const size_t to = learn->items[head].merged ? learn->items[head].into : head;
    learn_cell(learn, to, point)->given += own.work * first / units;
}

static void give_all(struct model_learn *learn)
{
    bool *timed = find_timed(learn);
    for (size_t point = 0; point < learn->point_count; point++) {
        for (size_t at = 0; at < learn->item_count; at++)
            learn_cell(learn, at, point)->given = 0;
        for (size_t at = 0; at < learn->item_count; at++)
            if (timed[at])
                give(learn, timed, at, point);
    }
    free(timed);
}

static double units_of(const struct learn_item *item, size_t point)
{
    const struct learn_cell cell = learn_cell_of(item, point);
    return item->kind == LEARN_LOOP ? cell.trips : cell.visits;
}

/* A cost at one point, and how much it counts. */
struct weighed {
    double cost, weight;
};

static int by_cost(const void *a, const void *b)
{
    const double left = ((const struct weighed *)a)->cost,
                 right = ((const struct weighed *)b)->cost;
    return (left > right) - (left < right);
}

/* Returns the median, each value counted by its weight. */
static double median(struct weighed *values, size_t count)
{
    double all = 0, before = 0;
    qsort(values, count, sizeof *values, by_cost);
    for (size_t at = 0; at < count; at++)
        all += values[at].weight;
    for (size_t at = 0; at < count; at++)
        if ((before += values[at].weight) >= all / 2)
            return values[at].cost;
    return 0;
}

/* Makes measured times steady: other programs disturb them. Each item gets the same time for each
 * trip or visit at all points: the median of its share of the CPU time. */
static void steady(struct model_learn *learn)
{
    double *wholes = memory_zeroed(learn->point_count + 1, sizeof *wholes);
    struct weighed *values = memory_zeroed(learn->point_count + 1, sizeof *values);
    for (size_t point = 0; point < learn->point_count; point++)
        for (size_t at = 0; at < learn->item_count; at++)
            wholes[point] += learn_cell_of(&learn->items[at], point).given;
    for (size_t at = 0; at < learn->item_count; at++) {
        const struct learn_item *item = &learn->items[at];
        size_t count = 0;
        for (size_t point = 0; point < learn->point_count; point++) {
            const double units = units_of(item, point), cpu = learn->points[point].cpu;
            const double given = learn_cell_of(item, point).given;
            if (units > 0 && cpu > 0 && wholes[point] > 0)
                values[count++] = (struct weighed){given / wholes[point] * cpu / units, cpu};
        }
        const double cost = median(values, count);
        for (size_t point = 0; point < learn->point_count; point++)
            learn_cell(learn, at, point)->given = cost * units_of(item, point);
    }
    free(wholes);
    free(values);
}

/* Returns the work of an item with that of the routines merged into it. */
static double work_of(const struct model_learn *learn, size_t at, size_t point)
{
    return learn_cell_of(&learn->items[at], point).given;
}

static bool has_cost(const struct learn_item *item)
{
    return item->kind == LEARN_LOOP || (item->kind == LEARN_ROUTINE && !item->merged);
}

/* Returns the work of all items at a point. */
static double whole_work(const struct model_learn *learn, size_t point)
{
    double whole = 0;
    for (size_t at = 0; at < learn->item_count; at++)
        whole += work_of(learn, at, point);
    return whole;
}

static void set_up(const struct model_learn *learn, struct system *system)
{
    system->points = memory_zeroed(learn->point_count + 1, sizeof *system->points);
    system->items = memory_zeroed(learn->item_count + 1, sizeof *system->items);
    double time = 0, work = 0, longest = 0;
    for (size_t at = 0; at < learn->point_count; at++)
        if (learn->points[at].cpu > 0 && whole_work(learn, at) > 0) {
            system->points[system->rows++] = at;
            time += learn->points[at].cpu;
            work += whole_work(learn, at);
            longest = fmax(longest, learn->points[at].cpu);
        }
    for (size_t at = 0; at < learn->item_count; at++)
        if (has_cost(&learn->items[at]))
            system->items[system->columns++] = at;
    system->mean = work > 0 ? time / work : 0;
    system->parts = memory_zeroed(system->rows * (system->columns + 1) + 1, sizeof(double));
    system->weights = memory_zeroed(system->rows + 1, sizeof(double));
    system->scales = memory_zeroed(system->columns + 1, sizeof(double));
    system->shares = memory_zeroed(system->columns + 1, sizeof(double));
    for (size_t row = 0; row < system->rows; row++) {
        const size_t point = system->points[row];
        const double cpu = learn->points[point].cpu;
        double *parts = system->parts + row * (system->columns + 1);
        system->weights[row] = cpu / longest / (double)system->rows;
        for (size_t c = 0; c < system->columns; c++) {
            parts[c] = system->mean * work_of(learn, system->items[c], point) / cpu;
            system->shares[c] += system->weights[row] * parts[c];
        }
        parts[system->columns] = 1e-3 / cpu; /* the start is in ms */
    }
    for (size_t c = 0; c < system->columns; c++)
        system->scales[c] = 1;
}

/* Improves one scale after the other until nothing changes. All stay at 0 or above. */
static void solve(struct system *system)
{
    const size_t wide = system->columns + 1;
    double *rest = memory_zeroed(system->rows + 1, sizeof *rest);
    for (size_t row = 0; row < system->rows; row++) {
        rest[row] = 1;
        for (size_t c = 0; c < wide; c++)
            rest[row] -= system->parts[row * wide + c] * system->scales[c];
    }
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        double moved = 0;
        for (size_t c = 0; c < wide; c++) {
            const double tied = c < system->columns ? penalty * system->shares[c] : 1e-12;
            double up = tied * ((c < system->columns ? 1 : 0) - system->scales[c]), down = tied;
            for (size_t row = 0; row < system->rows; row++) {
                const double part = system->parts[row * wide + c];
                up += system->weights[row] * part * rest[row];
                down += system->weights[row] * part * part;
            }
            double scale = down > 0 ? fmax(0, system->scales[c] + up / down) : system->scales[c];
            const double change = scale - system->scales[c];
            for (size_t row = 0; row < system->rows && change != 0; row++)
                rest[row] -= change * system->parts[row * wide + c];
            system->scales[c] = scale;
            moved = fmax(moved, fabs(change) * sqrt(fmax(system->shares[c], 1e-9)));
        }
        if (moved < 1e-9)
            break;
    }
    free(rest);
}

/* Fits time = per_visit * visits + per_trip * trips to the times of one item, by least squares of
 * relative errors. With one of them alone if that is within 1 %. */
static void split(const struct model_learn *learn, const struct system *system, size_t column)
{
    const size_t at = system->items[column];
    struct learn_item *item = &learn->items[at];
    const bool loop = item->kind == LEARN_LOOP;
    double vv = 0, vt = 0, tt = 0, v = 0, t = 0;
    for (size_t row = 0; row < system->rows; row++) {
        const struct learn_cell cell = learn_cell_of(item, system->points[row]);
        const double time = item->scale * work_of(learn, at, system->points[row]);
        if (time <= 0)
            continue;
        const double weight = system->weights[row];
        const double visits = cell.visits / time, trips = loop ? cell.trips / time : 0;
        vv += weight * visits * visits;
        vt += weight * visits * trips;
        tt += weight * trips * trips;
        v += weight * visits;
        t += weight * trips;
    }
    item->per_trip = tt > 0 ? t / tt : 0;
    item->per_visit = tt > 0 ? 0 : vv > 0 ? v / vv : 0;
    const double alone = tt > 0 ? v - item->per_trip * vt : 0; /* what visits would explain */
    const double determinant = vv * tt - vt * vt;
    if (loop && alone > 1e-3 * v && determinant > 1e-6 * vv * tt) {
        const double per_visit = (v * tt - t * vt) / determinant;
        const double per_trip = (t * vv - v * vt) / determinant;
        if (per_visit > 0 && per_trip >= 0) {
            item->per_visit = per_visit;
            item->per_trip = per_trip;
        }
    }
}

static double time_of(const struct learn_item *item, size_t point)
{
    const struct learn_cell cell = learn_cell_of(item, point);
    return item->per_visit * cell.visits + item->per_trip * cell.trips;
}

/* Judges the costs of an item: the largest error where it matters, and its share of the longest
 * time. */
static void judge(const struct model_learn *learn, const struct system *system, size_t column,
                  size_t longest)
{
    const size_t at = system->items[column];
    struct learn_item *item = &learn->items[at];
    item->cost_error = 0;
    for (size_t row = 0; row < system->rows; row++) {
        const double time = item->scale * work_of(learn, at, system->points[row]);
        if (time > 0.01 * learn->points[system->points[row]].cpu)
            item->cost_error =
                fmax(item->cost_error, fabs(time_of(item, system->points[row]) / time - 1));
    }
    item->share = time_of(item, longest) / learn->points[longest].cpu;
    if (item->share < least_share && item->kind == LEARN_ROUTINE)
        item->per_visit = 0;
}

static void compare(struct model_learn *learn, const struct system *system)
{
    learn->error_largest = learn->error_mean = 0;
    for (size_t row = 0; row < system->rows; row++) {
        const size_t point = system->points[row];
        double time = learn->start;
        for (size_t c = 0; c < system->columns; c++)
            time += time_of(&learn->items[system->items[c]], point);
        const double error = fabs(time / learn->points[point].cpu - 1);
        learn->error_largest = fmax(learn->error_largest, error);
        learn->error_mean += error / (double)system->rows;
    }
}

void learn_costs(struct model_learn *learn)
{
    struct system system = {0};
    merge(learn);
    give_all(learn);
    if (learn->timed)
        steady(learn);
    set_up(learn, &system);
    solve(&system);
    size_t longest = 0;
    for (size_t at = 0; at < learn->point_count; at++)
        if (learn->points[at].cpu > learn->points[longest].cpu)
            longest = at;
    for (size_t c = 0; c < system.columns && system.rows > 0; c++) {
        learn->items[system.items[c]].scale = system.scales[c] * system.mean;
        split(learn, &system, c);
        judge(learn, &system, c, longest);
    }
    learn->start = 1e-3 * system.scales[system.columns];
    compare(learn, &system);
    free(system.points);
    free(system.items);
    free(system.parts);
    free(system.weights);
    free(system.scales);
    free(system.shares);
}
