/* notes.h: calls of what is not measured, or not known: in which loop they are must be noted while
 * the program runs, since whoever is called back by them does not know it. */
#ifndef LOOPS_BINARY_NOTES_H
#define LOOPS_BINARY_NOTES_H

#include "loops/plan/rewrite.h"

/* Whether such calls of a function are in different loops: else all is known without notes. */
bool loops_notes_are_needed(const struct loops_rewriting *rewriting, uint32_t number);

/* What a call at the end of a node notes. */
uint32_t loops_notes_of(const struct loops_rewritten *function, uint32_t node);

#endif
