/* paths.c: matches trees of call paths. */
#include "analysis/division/matching.h"

#include "analysis/division/program.h"
#include "util/memory.h"

#include <stdlib.h>

/* Returns the loops among the children of a node of a run's tree that the other run does not have.
 * The caller frees the array. */
static uint32_t *loops_left(const struct division_matching *matching, size_t run, uint32_t parent,
                            size_t *count)
{
    const struct analysis_division *division = matching->division;
    const struct analysis_division_tree *tree = division->trees[run];
    uint32_t *left = NULL;
    size_t room = 0;
    *count = 0;
    for (uint32_t i = tree->nodes[parent].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        bool there = run ? matching->to[i] != ARCHIVE_NONE
                         : division->nodes[i].nodes[matching->run] != ARCHIVE_NONE;
        if (there || !analysis_division_tree_is_loop(tree, i))
            continue;
        left = memory_grow(left, &room, *count + 1, sizeof *left);
        left[(*count)++] = i;
    }
    return left;
}

/* Matches remaining loops by evidence: in another version of the source, a loop may be in another
 * line. */
static void pair_loops(struct division_matching *matching, uint32_t node)
{
    struct analysis_division *division = matching->division;
    uint32_t parent = matching->to[node];
    if (parent >= division->trees[0]->count)
        return; /* the first run has none of it; else the numbers are those of its tree */
    size_t here, there;
    uint32_t *mine = loops_left(matching, matching->run, node, &here);
    uint32_t *others = loops_left(matching, 0, parent, &there);
    struct division_program first = division_program_beside(division, 0, others, there);
    struct division_program now = division_program_beside(division, matching->run, mine, here);
    uint32_t *partners = memory_zeroed(here + 1, sizeof *partners);
    for (size_t i = 0; i < here; i++)
        partners[i] = MATCH_NONE;
    if (here && there)
        analysis_match_loops(&first.program, &now.program, partners);
    for (size_t i = 0; i < here; i++) {
        if (partners[i] == MATCH_NONE)
            continue;
        division_take(matching, now.nodes[i], first.nodes[partners[i]]);
        division->matched[matching->run].by_evidence = true;
    }
    free(partners);
    division_program_free(&first);
    division_program_free(&now);
    free(mine);
    free(others);
}

/* Matches the children of a node by key, then remaining loops by evidence; the rest is new. */
static void match_children(struct division_matching *matching, uint32_t node)
{
    const struct analysis_division_tree *tree = matching->division->trees[matching->run];
    bool loops = false;
    for (uint32_t i = tree->nodes[node].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        uint32_t found = division_find(matching, i);
        if (found != PAIRS_NONE)
            division_take(matching, i, found);
        else
            loops |= analysis_division_tree_is_loop(tree, i);
    }
    if (loops)
        pair_loops(matching, node);
    for (uint32_t i = tree->nodes[node].first; i != ARCHIVE_NONE; i = tree->nodes[i].next) {
        if (matching->to[i] == ARCHIVE_NONE)
            division_take_new(matching, i, matching->to[node]);
    }
}

void division_match_paths(struct division_matching *matching)
{
    const struct analysis_division_tree *tree = matching->division->trees[matching->run];
    for (uint32_t i = 0; i < tree->count; i++)
        match_children(matching, i);
}
