/* state.h: what is known of the loops of two programs while they are matched. */
#ifndef ANALYSIS_MATCH_STATE_H
#define ANALYSIS_MATCH_STATE_H

#include "analysis/match/evidence.h"
#include "analysis/match/pairing.h"

enum { MATCH_NAMESAKE = 6 }; /* bits that speak for a pair: its routines have the same name */

struct match_state {
    const struct match_program *first, *other;
    struct evidence_texts texts;
    uint32_t *partners;    /* by loop of `other` */
    uint32_t *taken;       /* by loop of `first`: its partner */
    uint32_t *namesakes;   /* by routine of `other`: the one of the same name, or MATCH_NONE */
    uint8_t *has_namesake; /* by routine of `first` */
    uint32_t *first_begins, *other_begins; /* by routine and one more: its first loop */
};

/* What the names of two routines, or loops of them that are the same, tell of their other loops: in
 * bits. Loops hardly move from a routine that is still there to another that was there. */
double match_names(const struct match_state *state, uint32_t a, uint32_t b, bool counterparts);

/* Pairs loops of two routines that have no partner yet; those that have one among the other
 * routine's stay with it, and the others keep to order and nesting. `names` are the bits that speak
 * for all of them. Returns how many were paired. */
uint32_t match_routines(struct match_state *state, uint32_t a, uint32_t b, double names);

/* Pairs loops of two such routines in any order, if much speaks for them. Returns how many. */
uint32_t match_reordered(struct match_state *state, uint32_t a, uint32_t b, double names);

/* Pairs loops of routines whose names say nothing, if together they agree well and with no others
 * nearly as well. Returns how many were paired. */
uint32_t match_renamed(struct match_state *state);

/* Pairs what is left in the order in which the programs execute it. Returns how many were paired.
 */
uint32_t match_executed(struct match_state *state);

#define MATCH_SMALLEST                                                                             \
    1e-4 /* share of a loop whose routine's name says nothing that is worth it                     \
          */

/* How many of all loops of the other program are of the size of a loop, 1 at least. */
uint32_t match_count_alike(const struct match_state *state, uint32_t loop, bool of_first);

static inline void match_pair(struct match_state *state, uint32_t a, uint32_t b)
{
    state->partners[b] = a;
    state->taken[a] = b;
}

#endif
