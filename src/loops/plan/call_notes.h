/* call_notes.h: calls of functions that are not counted, or not known. Such a function may call
 * back, and the function that it calls does not know in which loop the first call was, nor whether
 * the function that made the first call has returned meanwhile; so that loop is noted while the
 * program is in such a call. Quiet functions (format/quiet.h) do not call back. */
#ifndef LOOPS_PLAN_CALL_NOTES_H
#define LOOPS_PLAN_CALL_NOTES_H

#include "loops/plan/rewrite.h"

/* True if a call is one of a quiet function: nothing is noted. */
static inline bool loops_notes_is_quiet(const struct loops_graph *graph,
                                        const struct loops_instruction *call)
{
    return call->is_quiet && !graph->is_guess;
}

/* True if a function has calls that are noted. */
bool loops_notes_are_needed(const struct loops_rewriting *rewriting, uint32_t number);

/* True if a function may jump to such a function, which returns in its place: it is then unknown
 * whether that one has returned. */
bool loops_notes_jumps(const struct loops_rewriting *rewriting, uint32_t number);

/* Returns the note for a call at the end of a node: its innermost loop. */
uint32_t loops_notes_of(const struct loops_rewritten *function, uint32_t node);

#endif
