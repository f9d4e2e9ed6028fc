/* state.h: the state of a match of two programs. */
#ifndef ANALYSIS_MATCH_STATE_H
#define ANALYSIS_MATCH_STATE_H

#include "analysis/match/evidence.h"
#include "analysis/match/pairing.h"

enum { MATCH_NAMESAKE = 6 }; /* bits of evidence for loops of routines with the same name */

/* Two programs, and the pairs found so far. */
struct match_state {
    const struct analysis_match_program *first, *other;
    struct evidence_texts texts;
    uint32_t *partners;    /* by loop of `other` */
    uint32_t *taken;       /* by loop of `first`: its partner */
    uint32_t *namesakes;   /* by routine of `other`: the one of the same name, or MATCH_NONE */
    uint8_t *has_namesake; /* by routine of `first` */
    uint32_t *first_begins, *other_begins; /* by routine, and one extra: its first loop */
};

/* Returns the evidence, in bits, that the names of two routines, or loops already paired between
 * them, give for their other loops. Loops rarely move from a routine that still exists to another
 * that existed before. */
double match_names(const struct match_state *state, uint32_t a, uint32_t b, bool counterparts);

/* Pairs the loops of two routines that have no partner yet; existing pairs between the two stay,
 * and the new ones preserve order and nesting. `names` is the evidence for all of them. Returns how
 * many were paired. */
uint32_t match_routines(struct match_state *state, uint32_t a, uint32_t b, double names);

/* Pairs loops of two such routines in any order, if the evidence is strong. Returns how many. */
uint32_t match_reordered(struct match_state *state, uint32_t a, uint32_t b, double names);

/* Pairs loops of routines whose names give no evidence, if together they agree well, and with no
 * others nearly as well. Returns how many were paired. */
uint32_t match_renamed(struct match_state *state);

/* Pairs the remaining loops in the order in which the programs execute them. Returns how many were
 * paired. */
uint32_t match_executed(struct match_state *state);

/* Returns how many loops of the other program are of about the size of a loop, at least 1. */
uint32_t match_count_alike(const struct match_state *state, uint32_t loop, bool of_first);

static inline void match_pair(struct match_state *state, uint32_t a, uint32_t b)
{
    state->partners[b] = a;
    state->taken[a] = b;
}

#endif
