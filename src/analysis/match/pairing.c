/* pairing.c: see pairing.h */
#include "analysis/match/pairing.h"

#include "analysis/match/align.h"
#include "analysis/match/state.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

static const double margin = 1; /* bits by which the best pairs must exceed any others */

static uint32_t outside(const struct pairing_list *list, uint32_t loop)
{
    const struct analysis_match_loop *of = &list->program->loops[loop];
    return list->executed ? of->around : of->parent;
}

/* Returns the forest of a list: the parent of a loop is the nearest one around it in the list. The
 * caller frees the array. */
static uint32_t *find_parents(const struct pairing_list *list)
{
    uint32_t *parents = memory_zeroed(list->count + 1, sizeof *parents);
    uint32_t *places = memory_zeroed(list->program->count + 1, sizeof *places); /* plus 1 */
    for (uint32_t i = 0; i < list->count; i++) {
        uint32_t around = outside(list, list->loops[i]);
        while (around != MATCH_NONE && !places[around])
            around = outside(list, around);
        parents[i] = around == MATCH_NONE ? ALIGN_NONE : places[around] - 1;
        places[list->loops[i]] = i + 1;
    }
    free(places);
    return parents;
}

static bool same_trips(const struct pairing_list *list, uint32_t i, uint32_t j)
{
    const struct analysis_match_loop *loops = list->program->loops;
    return !memcmp(loops[list->loops[i]].trips, loops[list->loops[j]].trips,
                   list->program->workers * sizeof *loops->trips);
}

/* True if loop i of a would lose much gain without j of b and all loops of b with the same trips on
 * every worker. Which of these is the partner does not matter, as the verdict for i is the same. */
static bool is_certain(const struct pairing_list *b, const struct analysis_align_forest forests[2],
                       double *gains, uint32_t i, uint32_t j, double best)
{
    double *row = &gains[(size_t)i * b->count];
    double *kept = memory_zeroed(b->count + 1, sizeof *kept);
    memcpy(kept, row, b->count * sizeof *row);
    for (uint32_t k = 0; k < b->count; k++) {
        if (same_trips(b, j, k))
            row[k] = 0;
    }
    double without = analysis_align_forests(&forests[0], &forests[1], gains, NULL);
    memcpy(row, kept, b->count * sizeof *row);
    free(kept);
    return best - without >= margin;
}

double pairing_find(const struct pairing_list *a, const struct pairing_list *b, double *gains,
                    uint32_t *partners)
{
    uint32_t *parents[] = {find_parents(a), find_parents(b)};
    const struct analysis_align_forest forests[] = {{parents[0], a->count}, {parents[1], b->count}};
    uint32_t *best = memory_zeroed(b->count + 1, sizeof *best);
    double gain = analysis_align_forests(&forests[0], &forests[1], gains, best);
    for (uint32_t j = 0; j < b->count; j++) {
        bool certain = best[j] != ALIGN_NONE && is_certain(b, forests, gains, best[j], j, gain);
        partners[j] = certain ? best[j] : MATCH_NONE;
    }
    free(best);
    free(parents[0]);
    free(parents[1]);
    return gain;
}

uint32_t pairing_apply(struct match_state *state, struct pairing_list *a, struct pairing_list *b,
                       double *gains)
{
    uint32_t *partners = memory_zeroed(b->count + 1, sizeof *partners), count = 0;
    pairing_find(a, b, gains, partners);
    for (uint32_t i = 0; i < b->count; i++) {
        if (partners[i] == MATCH_NONE || state->partners[b->loops[i]] != MATCH_NONE)
            continue;
        match_pair(state, a->loops[partners[i]], b->loops[i]);
        count++;
    }
    free(partners);
    free(gains);
    free(a->loops);
    free(b->loops);
    return count;
}
