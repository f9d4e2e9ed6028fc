/* division_verdict.c: what happened to a loop, and what that means for all of the run. */
#include "analysis/division.h"

#include "util/number.h"

#include <math.h>

static const double even = 1.1;       /* most / mean, up to which it is divided evenly */
static const double tolerance = 0.02; /* of the first run's trips */

/* Trips of a loop; visits of anything else. */
static uint64_t value_of(const struct division_part *part, bool is_loop)
{
    return !part ? 0 : is_loop ? part->trips : part->count;
}

static bool is_about(uint64_t value, uint64_t expected)
{
    return fabs((double)value - (double)expected) <= tolerance * (double)expected;
}

static enum division_verdict judge(const struct division_numbers *numbers, uint32_t workers)
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

static uint64_t source_of(const struct division *division, uint32_t node)
{
    const struct division_node *of = &division->nodes[node];
    const struct division_tree *tree = division->trees[of->run];
    return division_source_tag(tree->sources, tree->nodes[of->nodes[of->run]].region);
}

/* Whether a run has loops of a source file that another run has not. */
static bool has_others_of(const struct division *division, size_t run, size_t other,
                          uint64_t source)
{
    for (uint32_t i = 1; i < division->count; i++) {
        const uint32_t *nodes = division->nodes[i].nodes;
        if (nodes[run] != ARCHIVE_NONE && nodes[other] == ARCHIVE_NONE &&
            division_is_loop(division, i) && source_of(division, i) == source)
            return true;
    }
    return false;
}

/* Whether a loop that a run has not may be there all the same: its source file is a different one
 * there, or the compiler put loops of that file elsewhere. */
static bool may_be_elsewhere(const struct division *division, uint32_t node, size_t run)
{
    const uint32_t *nodes = division->nodes[node].nodes;
    size_t missing = nodes[run] == ARCHIVE_NONE ? run : 0, there = missing ? 0 : run;
    if (nodes[missing] != ARCHIVE_NONE)
        return false;
    const struct division_sources *others = division->trees[missing]->sources;
    const struct division_tree *tree = division->trees[there];
    uint64_t source = source_of(division, node);
    return !division_sources_have(others, source) ||
           (division_binary_differs(tree->sources, tree->nodes[nodes[there]].region, others) &&
            has_others_of(division, missing, there, source));
}

struct division_numbers division_judge(const struct division *division, uint32_t node, size_t run)
{
    struct division_numbers numbers = {.least = UINT64_MAX, .uneven = 1};
    bool loop = division_is_loop(division, node);
    uint32_t workers = division->trees[run]->worker_count;
    for (uint32_t i = 0; i < division->trees[0]->worker_count; i++)
        numbers.before =
            number_add(numbers.before, value_of(division_part(division, node, 0, i), loop));
    for (uint32_t i = 0; i < workers; i++) {
        uint64_t value = value_of(division_part(division, node, run, i), loop);
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
    return numbers;
}

/* A node's part in what cannot be divided. Work that is done again is so by its trips or visits as
 * well as by its amount: times differ by chance, and a routine that everybody visits may have been
 * divided inside. */
static void add_to_bound(const struct division *division, uint32_t node, size_t run,
                         struct division_bound *bound)
{
    uint32_t workers = division->trees[run]->worker_count, busy = 0;
    double before = 0, sum = 0;
    for (uint32_t i = 0; i < division->trees[0]->worker_count; i++) {
        const struct division_part *part = division_part(division, node, 0, i);
        before += part ? (double)part->work : 0;
    }
    for (uint32_t i = 0; i < workers; i++) {
        const struct division_part *part = division_part(division, node, run, i);
        sum += part ? (double)part->work : 0;
        busy += part && part->work;
    }
    bound->before += before;
    bound->sum += sum;
    if (workers < 2 || before <= 0)
        return;
    if (busy == 1)
        bound->alone += fmin(before, sum);
    else if (sum > before)
        bound->replicated += fmin(before * division_judge(division, node, run).again,
                                  (sum - before) / (workers - 1));
}

struct division_bound division_bound(const struct division *division, size_t run)
{
    struct division_bound bound = {0};
    uint32_t workers = division->trees[run]->worker_count;
    for (uint32_t i = 1; i < division->count; i++)
        add_to_bound(division, i, run, &bound);
    for (uint32_t worker = 0; worker < workers; worker++) {
        double work = 0;
        for (uint32_t i = 1; i < division->count; i++) {
            const struct division_part *part = division_part(division, i, run, worker);
            work += part ? (double)part->work : 0;
        }
        if (work > bound.most) {
            bound.most = work;
            bound.busiest = worker;
        }
    }
    if (bound.before > 0) {
        bound.replicated /= bound.before;
        bound.alone /= bound.before;
        double serial = bound.replicated + bound.alone;
        bound.limit = serial > 0 ? 1 / serial : 0;
        bound.limit_here = workers ? 1 / (serial + (1 - serial) / workers) : 0;
    }
    bound.limit_balance = bound.most > 0 ? bound.before / bound.most : 0;
    return bound;
}
