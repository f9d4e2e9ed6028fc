/* extremes.c: see extremes.h */
#include "archive/loops/extremes.h"

#include "archive/loops/flow.h"
#include "archive/loops/passes.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN INT64_MIN

/* A loop: the passes that begin on the paths through it. */
struct paths {
    bool is_asked, is_known;
    int64_t each;   /* from the head back to it */
    int64_t *begun; /* by node: from the head to it, without the pass of the entry; UNKNOWN: not
                       reached */
};

struct archive_loops_extremes {
    struct archive_loops_flow flow;
    uint32_t count;       /* of loops */
    int64_t *weights;     /* by edge, of the loop that is being looked at: passes that begin */
    struct paths paths[]; /* by loop */
};

void archive_loops_extremes_free(struct archive_loops_extremes *extremes)
{
    if (!extremes)
        return;
    for (uint32_t i = 0; i < extremes->count; i++)
        free(extremes->paths[i].begun);
    archive_loops_flow_end(&extremes->flow);
    free(extremes->weights);
    free(extremes);
}

static struct archive_loops_extremes *extremes_of(struct archive_loops_function *function)
{
    if (!function->extremes) {
        uint32_t count = function->raw->loops;
        struct archive_loops_extremes *made =
            memory_zeroed(1, sizeof *made + count * sizeof *made->paths);
        made->count = count;
        made->weights = memory_zeroed((size_t)function->raw->edges + 1, sizeof *made->weights);
        archive_loops_flow_begin(&made->flow, function);
        function->extremes = made;
    }
    return function->extremes;
}

/* Returns the passes of a loop if the source tells where they begin; otherwise NULL. */
static const struct archive_loops_passes *passes_of(const struct archive_loops_function *function,
                                                    uint32_t loop)
{
    bool is_known = function->passes && function->passes[loop].is_known;
    return is_known ? &function->passes[loop] : NULL;
}

/* Adds `by` to the weights of the edges on which passes begin. */
static void weigh(struct archive_loops_extremes *extremes,
                  const struct archive_loops_passes *passes, int64_t by)
{
    for (size_t i = 0; i < passes->begins.count; i++)
        extremes->weights[passes->begins.all[i]] += by;
}

/* The search through a loop, from its head on. */
struct search {
    const struct archive_loops_function *function;
    struct archive_loops_extremes *extremes;
    struct paths *paths;
    uint32_t loop;
    uint32_t *open; /* nodes whose successors have not been looked at */
    uint32_t open_count;
    bool is_good, goes_back;
};

/* A node of the loop is reached with that many passes begun. */
static void reach(struct search *search, uint32_t node, int64_t begun)
{
    struct paths *paths = search->paths;
    if (node == search->function->loops[search->loop].head) {
        search->is_good &= !search->goes_back || paths->each == begun;
        search->goes_back = true;
        paths->each = begun;
        return;
    }
    if (!archive_loops_function_is_in(search->function, node, search->loop))
        return;
    if (paths->begun[node] == UNKNOWN) {
        paths->begun[node] = begun;
        search->open[search->open_count++] = node;
    }
    search->is_good &= paths->begun[node] == begun;
}

static void search_paths(struct search *search)
{
    const struct archive_loops_function *function = search->function;
    const struct archive_loops_flow *flow = &search->extremes->flow;
    while (search->open_count && search->is_good) {
        uint32_t node = search->open[--search->open_count];
        int64_t begun = search->paths->begun[node];
        for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
            uint32_t edge = flow->out[i];
            reach(search, function->edges[edge].to, begun + search->extremes->weights[edge]);
        }
        if (function->blocks[node - 1].pad)
            reach(search, function->blocks[node - 1].pad, begun);
    }
}

/* Finds the passes on the paths through a loop. */
static const struct paths *find_paths(struct archive_loops_function *function, uint32_t loop,
                                      const struct archive_loops_passes *passes)
{
    struct archive_loops_extremes *extremes = extremes_of(function);
    struct paths *paths = &extremes->paths[loop];
    if (paths->is_asked)
        return paths;
    paths->is_asked = true;
    if (function->loops[loop].flags & FORMAT_LOOP_IRREDUCIBLE)
        return paths;
    size_t nodes = (size_t)function->raw->blocks + 1;
    paths->begun = memory_zeroed(nodes, sizeof *paths->begun);
    for (size_t i = 0; i < nodes; i++)
        paths->begun[i] = UNKNOWN;
    uint32_t head = function->loops[loop].head;
    struct search search = {.function = function,
                            .extremes = extremes,
                            .paths = paths,
                            .loop = loop,
                            .open = memory_zeroed(nodes, sizeof *search.open),
                            .is_good = true};
    paths->begun[head] = 0;
    search.open[search.open_count++] = head;
    weigh(extremes, passes, 1);
    search_paths(&search);
    weigh(extremes, passes, -1);
    free(search.open);
    paths->is_known = search.is_good && search.goes_back;
    return paths;
}

static bool contains(const struct archive_loops_edges *edges, uint32_t edge)
{
    size_t i = 0;
    while (i < edges->count && edges->all[i] != edge)
        i++;
    return i < edges->count;
}

static uint64_t sum_of(const struct archive_loops_edges *edges,
                       const struct archive_loops_counts *counts)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < edges->count; i++)
        sum = number_add(sum, (uint64_t)counts->taken[edges->all[i]]);
    return sum;
}

/* Returns the list of passes in front of a loop that counts.c takes; NULL: there are none. */
static const struct archive_loops_edges *front_of(const struct archive_loops_passes *passes,
                                                  const struct archive_loops_counts *counts,
                                                  uint64_t *passed)
{
    const struct archive_loops_edges *found = NULL;
    *passed = 0;
    for (size_t i = 0; i < passes->front_count; i++) {
        uint64_t sum = sum_of(&passes->front[i], counts);
        if (sum > *passed) {
            *passed = sum;
            found = &passes->front[i];
        }
    }
    return found;
}

static bool enters(const struct archive_loops_function *function, uint32_t edge, uint32_t loop)
{
    const struct format_edge *found = &function->edges[edge];
    bool lands = found->kind == FORMAT_EDGE_ENTER && edge;
    return !lands && found->to && archive_loops_function_is_in(function, found->to, loop) &&
           !archive_loops_function_is_in(function, found->from, loop);
}

/* Finds how many passes begin where a loop is entered, if that is the same for all visits. */
static bool find_entry(const struct archive_loops_function *function, uint32_t loop,
                       const struct archive_loops_passes *passes,
                       const struct archive_loops_counts *counts, int64_t *begun)
{
    uint64_t in_front, entries = 0, found = 0;
    const struct archive_loops_edges *front = front_of(passes, counts, &in_front);
    *begun = UNKNOWN;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        uint64_t taken = (uint64_t)counts->taken[i];
        if (!taken || !enters(function, i, loop))
            continue;
        bool is_in_front = front && contains(front, i);
        int64_t here = contains(&passes->begins, i) + is_in_front;
        entries = number_add(entries, taken);
        found = number_add(found, is_in_front ? taken : 0);
        if (*begun != UNKNOWN && *begun != here)
            return false;
        *begun = here;
    }
    return *begun != UNKNOWN && found == in_front && entries == counts->entries[loop];
}

/* The trips of visits, while the pairs of a loop are looked at. */
struct sum {
    uint64_t least, most;
    bool is_good;
};

/* Adds the visits of a pair, which make `each` trips for each edge back to the head, and `more`. */
static void add_pair(struct sum *sum, const uint64_t *pair, uint32_t unit, int64_t each,
                     int64_t more)
{
    uint64_t limit = UINT64_C(1) << 48;
    uint64_t low = pair[FORMAT_EXTREME_LEAST], high = pair[FORMAT_EXTREME_MOST] - 1;
    if (!unit || low % unit || high % unit || low > high || high > limit || each < 0 ||
        each > UINT32_MAX >> 16) {
        sum->is_good = false;
        return;
    }
    int64_t least = (int64_t)(low / unit) * each + more;
    int64_t most = (int64_t)(high / unit) * each + more;
    if (least < 0) {
        sum->is_good = false;
        return;
    }
    sum->least = (uint64_t)least < sum->least ? (uint64_t)least : sum->least;
    sum->most = (uint64_t)most > sum->most ? (uint64_t)most : sum->most;
}

/* What is known of a loop in a context. */
struct asked {
    const struct archive_loops_function *function;
    const struct archive_loops_passes *passes; /* NULL: trips are visits of the head, except those
                                                  that end with a test */
    const struct paths *paths;
    int64_t entry, each;
    uint32_t loop;
};

/* Returns the trips that a visit which leaves the loop at the end of a node makes besides those for
 * each edge back; UNKNOWN if paths to it are not known. `edge`: on which it leaves; UINT32_MAX: a
 * call did not return. */
static int64_t more_at(const struct asked *asked, uint32_t node, uint32_t edge)
{
    const struct archive_loops_function *function = asked->function;
    if (!asked->passes)
        return 1 - (function->is_test[node] && function->blocks[node - 1].loop == asked->loop);
    if (asked->paths->begun[node] == UNKNOWN)
        return UNKNOWN;
    bool begins = edge != UINT32_MAX && contains(&asked->passes->begins, edge);
    return asked->entry + asked->paths->begun[node] + begins;
}

/* Adds the visits that left the loop on its edges. */
static void add_exits(const struct asked *asked, const struct archive_loops_extremes_of *of,
                      struct sum *sum)
{
    const struct archive_loops_function *function = asked->function;
    const struct format_loop *loop = &function->loops[asked->loop];
    uint64_t constant[FORMAT_EXTREME_VALUES] = {(uint64_t)loop->heads - 1, loop->heads};
    const uint64_t *pairs = loop->heads ? constant : &of->values[loop->extremes - 1];
    uint32_t exits = loop->heads ? 1 : loop->exits, unit = loop->heads ? 1 : loop->unit;
    int64_t more[FORMAT_VISIT_PAIRS];
    uint32_t exit = 0;
    for (uint32_t i = 0; i < FORMAT_VISIT_PAIRS; i++)
        more[i] = UNKNOWN;
    for (uint32_t i = 0; i < function->raw->edges; i++) {
        const struct format_edge *edge = &function->edges[i];
        if (edge->kind == FORMAT_EDGE_LOST || !edge->from ||
            !archive_loops_function_is_in(function, edge->from, asked->loop) ||
            archive_loops_function_is_in(function, edge->to, asked->loop))
            continue;
        uint32_t pair = exit < exits ? exit : exits - 1;
        exit++;
        if (!of->counts->taken[i])
            continue;
        int64_t here = more_at(asked, edge->from, i);
        sum->is_good &= here != UNKNOWN && (more[pair] == UNKNOWN || more[pair] == here);
        more[pair] = here;
    }
    for (uint32_t i = 0; i < exits && sum->is_good; i++) {
        const uint64_t *pair = &pairs[(size_t)FORMAT_EXTREME_VALUES * i];
        bool is_left = more[i] != UNKNOWN, has_values = pair[FORMAT_EXTREME_MOST] != 0;
        sum->is_good = is_left == has_values || loop->heads;
        if (is_left && has_values)
            add_pair(sum, pair, unit, asked->each, more[i]);
    }
}

/* Returns the trips, besides those for each edge back, of visits that a call which did not return
 * has ended; UNKNOWN: it differs. */
static int64_t more_of_lost(const struct asked *asked, const struct archive_loops_extremes_of *of)
{
    const struct archive_loops_function *function = asked->function;
    int64_t more = UNKNOWN;
    for (size_t i = 0; i < of->lost_count; i++) {
        uint32_t node = of->lost[i].node;
        if (of->lost[i].count <= 0 || !node ||
            !archive_loops_function_is_in(function, node, asked->loop) ||
            archive_loops_function_is_in(function, function->blocks[node - 1].pad, asked->loop))
            continue;
        int64_t here = more_at(asked, node, UINT32_MAX);
        if (here == UNKNOWN || (more != UNKNOWN && more != here))
            return UNKNOWN;
        more = here;
    }
    return more;
}

/* Adds the visits that ended otherwise, and the one that is open. */
static void add_others(const struct asked *asked, const struct archive_loops_extremes_of *of,
                       struct sum *sum)
{
    const struct format_loop *loop = &asked->function->loops[asked->loop];
    if (!(loop->flags & FORMAT_LOOP_OPENS) || !(loop->flags & FORMAT_LOOP_CALLS))
        return;
    const uint64_t *visit =
        &of->values[loop->extremes - 1 + (size_t)FORMAT_EXTREME_VALUES * loop->exits];
    uint64_t gone[FORMAT_EXTREME_VALUES];
    memcpy(gone, &visit[FORMAT_VISIT_GONE], sizeof gone);
    sum->is_good &= !visit[FORMAT_VISIT_OUTER];
    if (visit[FORMAT_VISIT_STACK]) {
        uint64_t counter = 0;
        for (int i = 0; i < FORMAT_LOOP_BACKS; i++)
            counter += loop->backs[i] == LOOPS_NONE ? 0 : of->values[loop->backs[i]];
        format_extreme_add(gone, counter - visit[FORMAT_VISIT_BASE]);
        sum->is_good &= of->closed;
    }
    if (!gone[FORMAT_EXTREME_MOST] || !sum->is_good)
        return;
    int64_t more = more_of_lost(asked, of);
    if (more == UNKNOWN)
        sum->is_good = false;
    else
        add_pair(sum, gone, loop->unit, asked->each, more);
}

bool archive_loops_extremes_find(struct archive_loops_function *function, uint32_t loop,
                                 const struct archive_loops_extremes_of *of, uint64_t *least,
                                 uint64_t *most)
{
    struct sum sum = {UINT64_MAX, 0, true};
    struct asked asked = {
        .function = function, .passes = passes_of(function, loop), .each = 1, .loop = loop};
    if (!function->loops[loop].extremes && !function->loops[loop].heads)
        return false;
    if (asked.passes) {
        asked.paths = find_paths(function, loop, asked.passes);
        if (!asked.paths->is_known ||
            !find_entry(function, loop, asked.passes, of->counts, &asked.entry))
            return false;
        asked.each = asked.paths->each;
    }
    add_exits(&asked, of, &sum);
    add_others(&asked, of, &sum);
    uint64_t visits = of->counts->entries[loop], trips = of->counts->trips[loop];
    *least = sum.least;
    *most = sum.most;
    return sum.is_good && sum.least <= sum.most && number_scale(sum.least, visits, 1) <= trips &&
           trips <= number_scale(sum.most, visits, 1);
}
