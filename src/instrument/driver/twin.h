/* twin.h: the object of a Fortran source's own text beside the one with probes (triptych/entry.h).
 */
#ifndef INSTRUMENT_DRIVER_TWIN_H
#define INSTRUMENT_DRIVER_TWIN_H

#include "instrument/driver/state.h"

/* True if the command's sources may have twins. */
bool twin_is_allowed(const struct state *state);
/* Makes the twin of the object of the original, "twin.o", if the source may have one; adds the
 * entries of its procedures to the table, and sets has_twin. A source that cannot have a twin stays
 * without. */
void twin_make(struct state *state, struct source *source);

#endif
