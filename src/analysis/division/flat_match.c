/* flat_match.c: matches flat trees. */
#include "analysis/division/matching.h"

#include "analysis/division/program.h"
#include "util/memory.h"

#include <stdlib.h>

/* Returns, by merged node, its loop in the first run's program, or MATCH_NONE. The caller frees the
 * array. */
static uint32_t *loops_of_nodes(const struct analysis_division *division,
                                const struct division_program *of)
{
    uint32_t *loops = memory_zeroed(division->count + 1, sizeof *loops);
    for (size_t i = 0; i < division->count; i++)
        loops[i] = MATCH_NONE;
    for (uint32_t i = 0; i < of->program.count; i++)
        loops[of->nodes[i]] = i; /* nodes of the first run have the same numbers in its tree */
    return loops;
}

/* Matches nodes with the same key below the same parent. */
static void match_keys(struct division_matching *matching)
{
    const struct analysis_division_tree *tree = matching->division->trees[matching->run];
    for (uint32_t i = 1; i < tree->count; i++) {
        uint32_t found = division_find(matching, i);
        if (found != PAIRS_NONE)
            division_take(matching, i, found);
    }
}

static void match_evidence(struct division_matching *matching, const struct interned *routines)
{
    struct analysis_division *division = matching->division;
    struct division_program first = division_program_flat(division, 0, routines);
    struct division_program now = division_program_flat(division, matching->run, routines);
    uint32_t *loops = loops_of_nodes(division, &first);
    uint32_t *partners = memory_zeroed(now.program.count + 1, sizeof *partners);
    for (uint32_t i = 0; i < now.program.count; i++) {
        uint32_t to = matching->to[now.nodes[i]];
        partners[i] = to == ARCHIVE_NONE ? MATCH_NONE : loops[to];
    }
    analysis_match_loops(&first.program, &now.program, partners);
    for (uint32_t i = 0; i < now.program.count; i++) {
        if (partners[i] == MATCH_NONE || matching->to[now.nodes[i]] != ARCHIVE_NONE)
            continue;
        division_take(matching, now.nodes[i], first.nodes[partners[i]]);
        division->matched[matching->run].by_evidence = true;
    }
    free(loops);
    free(partners);
    division_program_free(&first);
    division_program_free(&now);
}

void division_match_flat(struct division_matching *matching, const struct interned *routines)
{
    const struct analysis_division_tree *tree = matching->division->trees[matching->run];
    match_keys(matching);
    match_evidence(matching, routines);
    match_keys(matching); /* nodes below those */
    for (uint32_t i = 1; i < tree->count; i++) {
        if (matching->to[i] == ARCHIVE_NONE)
            division_take_new(matching, i, matching->to[tree->nodes[i].parent]);
    }
}
