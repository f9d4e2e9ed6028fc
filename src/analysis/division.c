/* division.c: see division.h */
#include "analysis/division.h"

#include "util/memory.h"
#include "util/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* The trees of the runs before, and the one that is being added. */
struct matching {
    struct division *division;
    size_t run;
    struct pairs children; /* (node, key) -> node */
    uint32_t *to;          /* by node of the run's tree */
};

static uint32_t add_node(struct division *division, uint32_t parent, size_t run)
{
    uint32_t number = (uint32_t)division->count;
    division->nodes =
        memory_grow(division->nodes, &division->room, division->count + 1, sizeof *division->nodes);
    struct division_node *node = &division->nodes[division->count++];
    *node = (struct division_node){parent, (uint32_t)run,
                                   memory_zeroed(division->runs, sizeof *node->nodes)};
    for (size_t i = 0; i < division->runs; i++)
        node->nodes[i] = ARCHIVE_NONE;
    return number;
}

static bool is_loop(const struct division_tree *tree, uint32_t node)
{
    return tree->archive->regions.kind[tree->nodes[node].region] == TRI_KIND_LOOP;
}

static void take(struct matching *matching, uint32_t node, uint32_t to)
{
    matching->to[node] = to;
    matching->division->nodes[to].nodes[matching->run] = node;
}

static void take_new(struct matching *matching, uint32_t node, uint32_t parent)
{
    const struct division_tree *tree = matching->division->trees[matching->run];
    uint32_t number = add_node(matching->division, parent, matching->run);
    pairs_add(&matching->children, parent, tree->nodes[node].key, number);
    take(matching, node, number);
}

static int by_line(const void *left, const void *right, void *context)
{
    const struct division_tree *tree = context;
    const uint32_t *lines = tree->archive->regions.line;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    uint32_t line_a = lines[tree->nodes[a].region], line_b = lines[tree->nodes[b].region];
    return line_a != line_b ? (line_a < line_b ? -1 : 1) : a < b ? -1 : a > b;
}

/* The loops among the children of a node of a run's tree that the other run has not, by line. To be
 * freed. */
static uint32_t *loops_left(const struct matching *matching, size_t run, uint32_t parent,
                            size_t *count)
{
    const struct division *division = matching->division;
    struct division_tree *tree = division->trees[run];
    uint32_t *left = memory_zeroed(tree->count, sizeof *left);
    *count = 0;
    for (uint32_t i = tree->nodes[parent].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        bool there = run ? matching->to[i] != ARCHIVE_NONE
                         : division->nodes[i].nodes[matching->run] != ARCHIVE_NONE;
        if (!there && is_loop(tree, i))
            left[(*count)++] = i;
    }
    qsort_r(left, *count, sizeof *left, by_line, tree);
    return left;
}

/* In another version of the source, a loop may stand in another line: of those that are left on
 * both sides, if they are as many, the first is the first, and so on. */
static void pair_loops(struct matching *matching, uint32_t node)
{
    uint32_t parent = matching->to[node];
    if (parent >= matching->division->trees[0]->count)
        return; /* the first run has none of it; else its numbers are those of its tree */
    size_t here, there;
    uint32_t *mine = loops_left(matching, matching->run, node, &here);
    uint32_t *first = loops_left(matching, 0, parent, &there);
    for (size_t i = 0; here == there && i < here; i++)
        take(matching, mine[i], first[i]);
    free(mine);
    free(first);
}

/* Children that are called the same are the same. */
static void match_children(struct matching *matching, uint32_t node)
{
    const struct division_tree *tree = matching->division->trees[matching->run];
    uint32_t parent = matching->to[node];
    bool loops = false;
    for (uint32_t i = tree->nodes[node].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        uint32_t found = pairs_find(&matching->children, parent, tree->nodes[i].key);
        if (found != PAIRS_NONE)
            take(matching, i, found);
        else
            loops |= is_loop(tree, i);
    }
    if (loops)
        pair_loops(matching, node);
    for (uint32_t i = tree->nodes[node].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        if (matching->to[i] == ARCHIVE_NONE)
            take_new(matching, i, parent);
    }
}

static void match(struct matching *matching)
{
    const struct division_tree *tree = matching->division->trees[matching->run];
    matching->to = memory_zeroed(tree->count, sizeof *matching->to);
    for (size_t i = 0; i < tree->count; i++)
        matching->to[i] = ARCHIVE_NONE;
    take(matching, 0, 0);
    for (uint32_t i = 0; i < tree->count; i++) {
        if (matching->run)
            match_children(matching, i);
        else if (i)
            take_new(matching, i, tree->nodes[i].parent);
    }
    free(matching->to);
}

static double work_of(const struct division *division, uint32_t node, size_t run)
{
    double sum = 0;
    for (uint32_t i = 0; i < division->trees[run]->worker_count; i++) {
        const struct division_part *part = division_part(division, node, run, i);
        sum += part ? (double)part->work : 0;
    }
    return sum;
}

static void find_shares(struct division *division)
{
    double *all = memory_zeroed(division->runs + 1, sizeof *all);
    division->share = memory_zeroed(division->count, sizeof *division->share);
    division->below = memory_zeroed(division->count, sizeof *division->below);
    division->heat = memory_zeroed(division->count, sizeof *division->heat);
    for (size_t run = 0; run < division->runs; run++) {
        for (uint32_t i = 0; i < division->count; i++)
            all[run] += work_of(division, i, run);
    }
    for (uint32_t i = (uint32_t)division->count; i-- > 0;) {
        uint32_t run = division->nodes[i].run, parent = division->nodes[i].parent;
        division->share[i] = all[run] > 0 ? work_of(division, i, run) / all[run] : 0;
        division->below[i] += division->share[i];
        division->heat[i] = fmax(division->heat[i], division->below[i]);
        if (parent == ARCHIVE_NONE)
            continue;
        division->heat[parent] = fmax(division->heat[parent], division->heat[i]);
        if (division->nodes[parent].run == run)
            division->below[parent] += division->below[i];
    }
    free(all);
}

static enum division_work choose_work(const struct archive *const *archives, size_t count)
{
    enum division_work work = DIVISION_INSTRUCTIONS;
    for (size_t i = 0; i < count; i++) {
        while (!division_tree_knows(archives[i], work))
            work++;
    }
    for (size_t i = 0; i < count; i++) { /* those before may not know what this one does */
        if (!division_tree_knows(archives[i], work))
            work = DIVISION_TRIPS;
    }
    return work;
}

struct division *division_new(const struct archive *const *archives, size_t count,
                              enum division_by by)
{
    struct division *division = memory_zeroed(1, sizeof *division);
    struct interned *keys = interned_new();
    struct matching matching = {.division = division};
    division->trees = memory_zeroed(count, sizeof *division->trees);
    division->runs = count;
    division->work = choose_work(archives, count);
    add_node(division, ARCHIVE_NONE, 0);
    for (size_t i = 0; i < count; i++) {
        division->trees[i] = division_tree_new(archives[i], by, division->work, keys);
        matching.run = i;
        match(&matching);
    }
    find_shares(division);
    pairs_free(&matching.children);
    interned_free(keys);
    return division;
}

void division_free(struct division *division)
{
    for (size_t i = 0; i < division->runs; i++)
        division_tree_free(division->trees[i]);
    for (size_t i = 0; i < division->count; i++)
        free(division->nodes[i].nodes);
    free(division->trees);
    free(division->nodes);
    free(division->share);
    free(division->below);
    free(division->heat);
    free(division);
}

uint32_t division_region(const struct division *division, uint32_t node,
                         const struct archive **archive)
{
    const struct division_node *of = &division->nodes[node];
    const struct division_tree *tree = division->trees[of->run];
    *archive = tree->archive;
    return tree->nodes[of->nodes[of->run]].region;
}

bool division_is_loop(const struct division *division, uint32_t node)
{
    const struct archive *archive;
    uint32_t region = division_region(division, node, &archive);
    return archive->regions.kind[region] == TRI_KIND_LOOP;
}

const struct division_part *division_part(const struct division *division, uint32_t node,
                                          size_t run, uint32_t worker)
{
    uint32_t in_tree = division->nodes[node].nodes[run];
    return in_tree == ARCHIVE_NONE ? NULL
                                   : division_tree_part(division->trees[run], in_tree, worker);
}
