/* match.c: see match.h */
#include "analysis/match/match.h"

#include "analysis/match/state.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <stdlib.h>

enum { ROUNDS = 3 }; /* rounds in which existing pairs help to find others */

void analysis_match_set_trips(struct analysis_match_loop *loop, const uint64_t *trips,
                              uint32_t workers)
{
    loop->trips = trips;
    loop->sum = loop->most = 0;
    loop->least = UINT64_MAX;
    for (uint32_t i = 0; i < workers; i++) {
        loop->sum = number_add(loop->sum, trips[i]);
        loop->least = trips[i] < loop->least ? trips[i] : loop->least;
        loop->most = trips[i] > loop->most ? trips[i] : loop->most;
    }
}

/* Returns, by routine and one extra, the index of its first loop. The caller frees the array. */
static uint32_t *find_begins(const struct analysis_match_program *program)
{
    uint32_t *begins = memory_zeroed(program->routine_count + 2, sizeof *begins);
    for (uint32_t i = 0; i < program->count; i++)
        begins[program->loops[i].routine + 1] = i + 1;
    for (uint32_t i = 1; i <= program->routine_count; i++)
        begins[i] = begins[i] ? begins[i] : begins[i - 1];
    return begins;
}

static void find_namesakes(struct match_state *state)
{
    const struct analysis_match_program *first = state->first, *other = state->other;
    struct interned *names = interned_new();
    uint32_t *routine_of = memory_zeroed(first->routine_count + 1, sizeof *routine_of);
    state->namesakes = memory_zeroed(other->routine_count + 1, sizeof *state->namesakes);
    state->has_namesake = memory_zeroed(first->routine_count + 1, sizeof *state->has_namesake);
    for (uint32_t i = 0; i < first->routine_count; i++)
        routine_of[interned_add_text(names, first->routines[i])] = i;
    uint32_t known = interned_count(names);
    for (uint32_t i = 0; i < other->routine_count; i++) {
        uint32_t found = interned_add_text(names, other->routines[i]);
        state->namesakes[i] = found < known ? routine_of[found] : MATCH_NONE;
        if (found < known)
            state->has_namesake[routine_of[found]] = 1;
    }
    interned_free(names);
    free(routine_of);
}

static uint32_t match_namesakes(struct match_state *state)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->other->routine_count; i++) {
        if (state->namesakes[i] == MATCH_NONE)
            continue;
        count += match_routines(state, state->namesakes[i], i, MATCH_NAMESAKE);
        count += match_reordered(state, state->namesakes[i], i, MATCH_NAMESAKE);
    }
    return count;
}

/* Returns the first program's routine that contains a loop's partner; MATCH_NONE if it has none. */
static uint32_t routine_of_partner(const struct match_state *state, uint32_t loop)
{
    uint32_t partner = state->partners[loop];
    return partner == MATCH_NONE ? MATCH_NONE : state->first->loops[partner].routine;
}

/* Pairs more loops of routines with different names that have some paired loops already. */
static uint32_t match_counterparts(struct match_state *state)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < state->other->count; i++) {
        uint32_t other = state->other->loops[i].routine, routine = routine_of_partner(state, i);
        bool was = i > state->other_begins[other] && routine_of_partner(state, i - 1) == routine;
        if (routine != MATCH_NONE && routine != state->namesakes[other] && !was)
            count +=
                match_routines(state, routine, other, match_names(state, routine, other, true));
    }
    return count;
}

void analysis_match_loops(const struct analysis_match_program *first,
                          const struct analysis_match_program *other, uint32_t *partners)
{
    assert(partners);
    struct match_state state = {
        .first = first,
        .other = other,
        .texts = evidence_texts_new(first, other),
        .partners = partners,
        .taken = memory_zeroed(first->count + 1, sizeof *state.taken),
        .first_begins = find_begins(first),
        .other_begins = find_begins(other),
    };
    for (uint32_t i = 0; i < first->count; i++)
        state.taken[i] = MATCH_NONE;
    for (uint32_t i = 0; i < other->count; i++) {
        if (partners[i] != MATCH_NONE)
            state.taken[partners[i]] = i;
    }
    find_namesakes(&state);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t found = match_namesakes(&state);
        found += round ? match_renamed(&state) : 0;
        found += match_counterparts(&state);
        found += round ? match_executed(&state) : 0;
        if (!found && round)
            break;
    }
    evidence_texts_free(&state.texts);
    free(state.namesakes);
    free(state.has_namesake);
    free(state.taken);
    free(state.first_begins);
    free(state.other_begins);
}
