/* division.c: see division.h */
#include "analysis/division/division.h"

#include "analysis/division/matching.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

/* Merges the tree of a run into those before. The first run's nodes have the same numbers as in its
 * tree. */
static void match(struct division_matching *matching, const struct analysis_division_texts *texts)
{
    struct analysis_division *division = matching->division;
    const struct analysis_division_tree *tree = division->trees[matching->run];
    matching->to = memory_zeroed(tree->count, sizeof *matching->to);
    for (size_t i = 0; i < tree->count; i++)
        matching->to[i] = ARCHIVE_NONE;
    division_take(matching, 0, 0);
    for (uint32_t i = 1; !matching->run && i < tree->count; i++)
        division_take_new(matching, i, tree->nodes[i].parent);
    if (matching->run && division->shape == DIVISION_FLAT)
        division_match_flat(matching, texts->routines);
    else if (matching->run)
        division_match_paths(matching);
    free(matching->to);
}

static double work_of(const struct analysis_division *division, uint32_t node, size_t run)
{
    uint32_t in_tree = division->nodes[node].nodes[run];
    return in_tree == ARCHIVE_NONE ? 0 : analysis_division_tree_work(division->trees[run], in_tree);
}

static void find_shares(struct analysis_division *division)
{
    division->share = memory_zeroed(division->count, sizeof *division->share);
    division->below = memory_zeroed(division->count, sizeof *division->below);
    division->heat = memory_zeroed(division->count, sizeof *division->heat);
    for (uint32_t i = (uint32_t)division->count; i-- > 0;) {
        uint32_t run = division->nodes[i].run, parent = division->nodes[i].parent;
        double all = division->all[run];
        division->share[i] = all > 0 ? work_of(division, i, run) / all : 0;
        division->below[i] += division->share[i];
        division->heat[i] = fmax(division->heat[i], division->below[i]);
        if (parent == ARCHIVE_NONE)
            continue;
        division->heat[parent] = fmax(division->heat[parent], division->heat[i]);
        if (division->nodes[parent].run == run)
            division->below[parent] += division->below[i];
    }
}

static void find_matched(struct analysis_division *division)
{
    for (size_t run = 0; run < division->runs; run++) {
        double first = 0, now = 0;
        for (uint32_t i = 0; i < division->count; i++) {
            const uint32_t *nodes = division->nodes[i].nodes;
            bool both = nodes[0] != ARCHIVE_NONE && nodes[run] != ARCHIVE_NONE;
            first += both ? work_of(division, i, 0) : 0;
            now += both ? work_of(division, i, run) : 0;
        }
        division->matched[run].of_first = division->all[0] > 0 ? first / division->all[0] : 0;
        division->matched[run].of_run = division->all[run] > 0 ? now / division->all[run] : 0;
    }
}

static enum analysis_division_work choose_work(const struct archive *const *archives, size_t count)
{
    enum analysis_division_work work = DIVISION_INSTRUCTIONS;
    for (size_t i = 0; i < count; i++) {
        while (!analysis_division_tree_knows(archives[i], work))
            work++;
    }
    for (size_t i = 0; i < count; i++) { /* earlier runs may lack this measure */
        if (!analysis_division_tree_knows(archives[i], work))
            work = DIVISION_TRIPS;
    }
    return work;
}

static struct analysis_division *compare(const struct archive *const *archives, size_t count,
                                         enum analysis_division_by by,
                                         enum analysis_division_shape shape)
{
    struct analysis_division *division = memory_zeroed(1, sizeof *division);
    struct analysis_division_texts texts = {interned_new(), interned_new()};
    struct division_matching matching = {.division = division};
    division->trees = memory_zeroed(count, sizeof *division->trees);
    division->all = memory_zeroed(count, sizeof *division->all);
    division->matched = memory_zeroed(count, sizeof *division->matched);
    division->runs = count;
    division->work = choose_work(archives, count);
    division->shape = shape;
    division_add_node(division, ARCHIVE_NONE, 0);
    for (size_t i = 0; i < count; i++) {
        struct analysis_division_tree *tree =
            analysis_division_tree_new(archives[i], shape, by, division->work, &texts);
        division->trees[i] = tree;
        for (uint32_t k = 0; k < tree->count; k++)
            division->all[i] += analysis_division_tree_work(tree, k);
        matching.run = i;
        match(&matching, &texts);
    }
    find_shares(division);
    find_matched(division);
    pairs_free(&matching.children);
    interned_free(texts.keys);
    interned_free(texts.routines);
    return division;
}

bool analysis_division_is_enough(const struct analysis_division *division, size_t run)
{
    const struct analysis_division_matched *matched = &division->matched[run];
    return fmin(matched->of_first, matched->of_run) >= DIVISION_ENOUGH;
}

/* Returns the smallest part of the work that any run has in common with the first. */
static double least_matched(const struct analysis_division *division)
{
    double least = 1;
    for (size_t run = 0; run < division->runs; run++) {
        const struct analysis_division_matched *matched = &division->matched[run];
        least = fmin(least, fmin(matched->of_first, matched->of_run));
    }
    return least;
}

struct analysis_division *analysis_division_new(const struct archive *const *archives, size_t count,
                                                enum analysis_division_by by)
{
    struct analysis_division *paths = compare(archives, count, by, DIVISION_PATHS);
    if (least_matched(paths) >= DIVISION_ENOUGH)
        return paths;
    struct analysis_division *flat = compare(archives, count, by, DIVISION_FLAT);
    bool better = least_matched(flat) > least_matched(paths);
    analysis_division_free(better ? paths : flat);
    return better ? flat : paths;
}

void analysis_division_free(struct analysis_division *division)
{
    for (size_t i = 0; i < division->runs; i++)
        analysis_division_tree_free(division->trees[i]);
    for (size_t i = 0; i < division->count; i++)
        free(division->nodes[i].nodes);
    free(division->trees);
    free(division->all);
    free(division->matched);
    free(division->nodes);
    free(division->share);
    free(division->below);
    free(division->heat);
    free(division);
}

uint32_t analysis_division_region(const struct analysis_division *division, uint32_t node,
                                  const struct archive **archive)
{
    const struct analysis_division_node *of = &division->nodes[node];
    const struct analysis_division_tree *tree = division->trees[of->run];
    *archive = tree->archive;
    return tree->nodes[of->nodes[of->run]].region;
}

bool analysis_division_is_loop(const struct analysis_division *division, uint32_t node)
{
    const struct archive *archive;
    uint32_t region = analysis_division_region(division, node, &archive);
    return archive->regions.kind[region] == TRI_KIND_LOOP;
}

const struct analysis_division_part *
analysis_division_part(const struct analysis_division *division, uint32_t node, size_t run,
                       uint32_t worker)
{
    uint32_t in_tree = division->nodes[node].nodes[run];
    return in_tree == ARCHIVE_NONE
               ? NULL
               : analysis_division_tree_part(division->trees[run], in_tree, worker);
}
