/* mark.h: marks programs with C++ in them, so that `triptych run` counts them in the binary. */
#ifndef INSTRUMENT_DRIVER_MARK_H
#define INSTRUMENT_DRIVER_MARK_H

#include "instrument/driver/state.h"
#include "instrument/driver/words.h"

/* Adds the mark to a link command, if the program has C++, as far as the command tells. */
void mark_add(const struct state *state, struct words *words);

/* Says what of such a program will be measured, and how, after it was linked. */
void mark_say(const struct state *state);

#endif
