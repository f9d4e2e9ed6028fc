/* verdict.c: judges how each loop was divided, and what that means for the whole run. */
#include "analysis/division/division.h"

#include "analysis/division/source_trips.h"
#include "analysis/trips.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

static const double even = 1.1;       /* most / mean, up to which the division is even */
static const double tolerance = 0.02; /* of the first run's trips */
static const double covered = 0.8; /* of its work in counted loops: with less, trips say little */

/* Returns the trips of a loop, or the visits of another node. */
static uint64_t value_of(const struct analysis_division_part *part, bool is_loop)
{
    return !part ? 0 : is_loop ? part->trips : part->count;
}

static bool is_about(uint64_t value, uint64_t expected)
{
    return fabs((double)value - (double)expected) <= tolerance * (double)expected;
}

static enum analysis_division_verdict judge(const struct analysis_division_numbers *numbers,
                                            uint32_t workers)
{
    uint64_t before = numbers->before, sum = numbers->sum;
    if (!before || !sum)
        return before ? DIVISION_GONE : sum ? DIVISION_NEW : DIVISION_NEVER;
    if (workers == 1)
        return sum == before ? DIVISION_SAME : sum > before ? DIVISION_MORE : DIVISION_LESS;
    if (is_about(numbers->least, before) && is_about(numbers->most, before))
        return DIVISION_REPLICATED;
    if (is_about(sum, before)) {
        if (numbers->most == sum)
            return DIVISION_ALONE;
        return numbers->most - numbers->least <= 1 || numbers->uneven <= even ? DIVISION_DIVIDED
                                                                              : DIVISION_UNEVEN;
    }
    if (sum < before)
        return DIVISION_LESS;
    return (double)sum <= (double)before * workers * (1 + tolerance) ? DIVISION_PARTLY
                                                                     : DIVISION_MORE;
}

static uint64_t source_of(const struct analysis_division *division, uint32_t node)
{
    const struct analysis_division_node *of = &division->nodes[node];
    const struct analysis_division_tree *tree = division->trees[of->run];
    return analysis_division_source_tag(tree->sources, tree->nodes[of->nodes[of->run]].region);
}

/* True if a run has loops of a source file that another run does not have. */
static bool has_others_of(const struct analysis_division *division, size_t run, size_t other,
                          uint64_t source)
{
    for (uint32_t i = 1; i < division->count; i++) {
        const uint32_t *nodes = division->nodes[i].nodes;
        if (nodes[run] != ARCHIVE_NONE && nodes[other] == ARCHIVE_NONE &&
            analysis_division_is_loop(division, i) && source_of(division, i) == source)
            return true;
    }
    return false;
}

/* True if a loop that a run lacks may exist there all the same: its source file is another one
 * there, or the compiler put loops of that file elsewhere. */
static bool may_be_elsewhere(const struct analysis_division *division, uint32_t node, size_t run)
{
    const uint32_t *nodes = division->nodes[node].nodes;
    size_t missing = nodes[run] == ARCHIVE_NONE ? run : 0, there = missing ? 0 : run;
    if (nodes[missing] != ARCHIVE_NONE)
        return false;
    const struct division_sources *others = division->trees[missing]->sources;
    const struct analysis_division_tree *tree = division->trees[there];
    uint64_t source = source_of(division, node);
    return !division_sources_have(others, source) ||
           (division_binary_differs(tree->sources, tree->nodes[nodes[there]].region, others) &&
            has_others_of(division, missing, there, source));
}

/* Returns the trips of all workers. */
static double trips_of(const struct analysis_division *division, uint32_t node, size_t run)
{
    double sum = 0;
    for (uint32_t i = 0; i < division->trees[run]->worker_count; i++)
        sum += (double)value_of(analysis_division_part(division, node, run, i), true);
    return sum;
}

/* True if two runs executed the same loop of the same binary, by its address and the number of
 * instructions of a trip. */
static bool is_same_code(const struct analysis_division *division, uint32_t node, size_t run)
{
    const uint32_t *nodes = division->nodes[node].nodes;
    const struct analysis_division_tree_node *first = &division->trees[0]->nodes[nodes[0]],
                                             *now = &division->trees[run]->nodes[nodes[run]];
    double before = first->executed / trips_of(division, node, 0),
           after = now->executed / trips_of(division, node, run);
    return first->code && first->code == now->code && before > 0 &&
           fabs(after - before) <= tolerance * before;
}

/* True if it is not known of the trips of a loop in two runs how many source iterations they are:
 * their numbers say nothing, unless the loop is the same code. If the factor is known in one run
 * only, and not known to be above 1 in the other, numbers that agree do. */
static bool is_untold(const struct analysis_division *division, uint32_t node, size_t run,
                      enum analysis_division_verdict verdict)
{
    const uint32_t *nodes = division->nodes[node].nodes;
    if (nodes[0] == ARCHIVE_NONE || nodes[run] == ARCHIVE_NONE ||
        !analysis_division_is_loop(division, node))
        return false;
    uint8_t before = division->trees[0]->nodes[nodes[0]].trips,
            now = division->trees[run]->nodes[nodes[run]].trips;
    bool agree = verdict != DIVISION_MORE && verdict != DIVISION_LESS && verdict != DIVISION_PARTLY;
    bool vague =
        (before | now) & DIVISION_TRIPS_VECTOR ||
        (!agree && ((before ^ now) & DIVISION_TRIPS_OWN || (before | now) & DIVISION_TRIPS_FEWEST));
    return before && now && vague && !is_same_code(division, node, run);
}

/* Returns the part of the visits of a node that the other workers repeat. */
static double visited_again(const struct analysis_division *division, uint32_t node, size_t run)
{
    double before = 0, sum = 0;
    uint32_t workers = division->trees[run]->worker_count;
    for (uint32_t i = 0; i < division->trees[0]->worker_count; i++)
        before += (double)value_of(analysis_division_part(division, node, 0, i), false);
    for (uint32_t i = 0; i < workers; i++)
        sum += (double)value_of(analysis_division_part(division, node, run, i), false);
    return workers > 1 && before > 0 && sum > before
               ? fmin(1, (sum - before) / (before * (workers - 1)))
               : 0;
}

struct analysis_division_numbers analysis_division_judge(const struct analysis_division *division,
                                                         uint32_t node, size_t run)
{
    assert(run < division->runs);
    struct analysis_division_numbers numbers = {.least = UINT64_MAX, .uneven = 1};
    bool loop = analysis_division_is_loop(division, node);
    uint32_t workers = division->trees[run]->worker_count;
    for (uint32_t i = 0; i < division->trees[0]->worker_count; i++)
        numbers.before = number_add(numbers.before,
                                    value_of(analysis_division_part(division, node, 0, i), loop));
    for (uint32_t i = 0; i < workers; i++) {
        uint64_t value = value_of(analysis_division_part(division, node, run, i), loop);
        numbers.sum = number_add(numbers.sum, value);
        numbers.most = value > numbers.most ? value : numbers.most;
        numbers.least = value < numbers.least ? value : numbers.least;
    }
    if (!workers)
        numbers.least = 0;
    numbers.mean = workers ? (double)numbers.sum / workers : 0;
    if (numbers.mean > 0)
        numbers.uneven = (double)numbers.most / numbers.mean;
    if (workers > 1 && numbers.before && numbers.sum > numbers.before)
        numbers.again = fmin(1, (double)(numbers.sum - numbers.before) /
                                    ((double)numbers.before * (workers - 1)));
    numbers.verdict = judge(&numbers, workers);
    if ((numbers.verdict == DIVISION_GONE || numbers.verdict == DIVISION_NEW) &&
        may_be_elsewhere(division, node, run))
        numbers.verdict = DIVISION_UNMATCHED;
    if (is_untold(division, node, run, numbers.verdict)) {
        numbers.verdict = DIVISION_UNTOLD;
        numbers.again = visited_again(division, node, run);
    }
    return numbers;
}

/* Returns, by node, the cost of a trip in the first run, if it is a loop whose trips are short
 * enough to represent its work, and can be compared with those of a run; else 0. The caller frees
 * the array. */
static double *find_costs(const struct analysis_division *division, size_t run)
{
    double *costs = memory_zeroed(division->count, sizeof *costs);
    for (uint32_t i = 1; i < division->count; i++) {
        uint64_t trips = 0;
        double work = 0;
        for (uint32_t k = 0; k < division->trees[0]->worker_count; k++) {
            const struct analysis_division_part *part = analysis_division_part(division, i, 0, k);
            trips = number_add(trips, part ? part->trips : 0);
            work += part ? (double)part->work : 0;
        }
        if (trips && analysis_division_is_loop(division, i) &&
            analysis_division_judge(division, i, run).verdict != DIVISION_UNTOLD)
            costs[i] = fmin(work, (double)analysis_trips_limit(trips)) / (double)trips;
    }
    return costs;
}

/* The bound of one run, in progress. */
struct search {
    const struct analysis_division *division;
    size_t run;
    const double *costs; /* by node: see find_costs */
    double slower;       /* the time of a trip / that in the first run */
    struct analysis_division_bound *bound;
};

/* Returns the work of a node by its trips in a run, each as long as in the first run. */
static double expected_work(const struct search *search, uint32_t node, size_t run)
{
    double sum = 0;
    for (uint32_t i = 0; i < search->division->trees[run]->worker_count; i++) {
        const struct analysis_division_part *part =
            analysis_division_part(search->division, node, run, i);
        sum += part ? (double)part->trips * search->costs[node] : 0;
    }
    return sum;
}

static double measured_work(const struct search *search, uint32_t node, size_t run)
{
    uint32_t in_tree = search->division->nodes[node].nodes[run];
    return in_tree == ARCHIVE_NONE
               ? 0
               : analysis_division_tree_work(search->division->trees[run], in_tree);
}

/* Chooses the measure of load. If lanes had to wait for cores, times say little: loops are weighed
 * by their trips, if most of the work is in them. */
static void choose_load(struct search *search)
{
    const struct analysis_division *division = search->division;
    double before = 0, counted = 0, expected = 0, measured = 0;
    search->slower = 1;
    bool same = !search->run && division->trees[0]->worker_count == 1;
    if (division->work != DIVISION_TIME || same ||
        (!division->trees[0]->crowded && !division->trees[search->run]->crowded))
        return;
    for (uint32_t i = 1; i < division->count; i++) {
        before += measured_work(search, i, 0);
        if (search->costs[i] <= 0 || division->nodes[i].nodes[search->run] == ARCHIVE_NONE)
            continue;
        counted += expected_work(search, i, 0);
        expected += expected_work(search, i, search->run);
        measured += measured_work(search, i, search->run);
    }
    bool tell = counted >= covered * before && expected > 0 && measured > 0;
    search->bound->load = tell ? DIVISION_LOAD_TRIPS : DIVISION_LOAD_UNTOLD;
    search->slower = tell ? measured / expected : 1;
}

/* Adds a node's part of the work that cannot be divided. Repeated work must show in its trips or
 * visits as well as in its amount: times vary by chance, and a routine that every worker visits may
 * have been divided inside. */
static void add_to_bound(struct search *search, uint32_t node)
{
    const struct analysis_division *division = search->division;
    struct analysis_division_bound *bound = search->bound;
    uint32_t workers = division->trees[search->run]->worker_count, busy = 0;
    double before = measured_work(search, node, 0), sum = measured_work(search, node, search->run);
    for (uint32_t i = 0; i < workers; i++) {
        const struct analysis_division_part *part =
            analysis_division_part(division, node, search->run, i);
        busy += part && part->work;
    }
    bound->before += before;
    bound->sum += sum;
    if (workers < 2 || before <= 0)
        return;
    if (bound->load == DIVISION_LOAD_TRIPS)
        sum = search->costs[node] > 0 ? expected_work(search, node, search->run)
                                      : sum / search->slower;
    if (busy == 1)
        bound->alone += fmin(before, sum);
    else if (sum > before)
        bound->replicated +=
            fmin(before * analysis_division_judge(division, node, search->run).again,
                 (sum - before) / (workers - 1));
}

static double load_of(const struct search *search, uint32_t worker)
{
    double sum = 0;
    for (uint32_t i = 1; i < search->division->count; i++) {
        const struct analysis_division_part *part =
            analysis_division_part(search->division, i, search->run, worker);
        if (part)
            sum += search->bound->load == DIVISION_LOAD_TRIPS
                       ? (double)part->trips * search->costs[i]
                       : (double)part->work;
    }
    return sum;
}

/* Finds the worker with the highest load. */
static void find_busiest(struct search *search)
{
    struct analysis_division_bound *bound = search->bound;
    uint32_t workers = search->division->trees[search->run]->worker_count;
    double before = bound->before, sum = 0;
    bound->uneven = 1;
    if (bound->load == DIVISION_LOAD_UNTOLD)
        return;
    if (bound->load == DIVISION_LOAD_TRIPS) {
        before = 0;
        for (uint32_t i = 1; i < search->division->count; i++)
            before += expected_work(search, i, 0);
    }
    for (uint32_t worker = 0; worker < workers; worker++) {
        double load = load_of(search, worker);
        sum += load;
        if (load > bound->most) {
            bound->most = load;
            bound->busiest = worker;
        }
    }
    bound->spread = before > 0 ? sum / before : 0;
    bound->uneven = sum > 0 ? bound->most * workers / sum : 1;
    bound->limit_balance = bound->most > 0 ? before / bound->most : 0;
}

struct analysis_division_bound analysis_division_bound(const struct analysis_division *division,
                                                       size_t run)
{
    struct analysis_division_bound bound = {0};
    double *costs = find_costs(division, run);
    struct search search = {division, run, costs, 1, &bound};
    uint32_t workers = division->trees[run]->worker_count;
    choose_load(&search);
    for (uint32_t i = 1; i < division->count; i++)
        add_to_bound(&search, i);
    find_busiest(&search);
    if (bound.before > 0) {
        bound.replicated /= bound.before;
        bound.alone /= bound.before;
        double serial = bound.replicated + bound.alone;
        bound.limit = serial > 0 ? 1 / serial : 0;
        bound.limit_here = workers ? 1 / (serial + (1 - serial) / workers) : 0;
    }
    free(costs);
    return bound;
}
