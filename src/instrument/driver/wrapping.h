/* wrapping.h: lets the linker put jumps in front of functions that vocabularies describe, in
 * programs that are linked statically. In others, `triptych run` finds them when the program
 * starts. */
#ifndef INSTRUMENT_DRIVER_WRAPPING_H
#define INSTRUMENT_DRIVER_WRAPPING_H

#include "instrument/driver/state.h"
#include "instrument/driver/words.h"

/* True if the command links a program in which functions are wrapped. */
bool wrapping_is_needed(const struct state *state);

/* Adds the functions whose names match a pattern: those of a file with the program's own functions,
 * or NULL if there is none. Without any, a message says why. */
void wrapping_find_patterns(const struct state *state, const char *program);

/* Returns, for each described function, whether the linked program has it; to be freed. NULL, with
 * a message, if it has none of them. */
bool *wrapping_find(const struct state *state, const char *program);

/* Compiles the code of the jumps. Returns the status of waitpid(), or PROCESS_MISSING. */
int wrapping_make(const struct state *state);

/* Adds it, and the options for the linker, to a link command; nothing if `wrapped` is NULL. */
void wrapping_add(const struct state *state, const bool *wrapped, struct words *words);

#endif
