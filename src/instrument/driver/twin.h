/* twin.h: the object of a Fortran source's own text beside the one with probes (triptych/entry.h).
 */
#ifndef INSTRUMENT_DRIVER_TWIN_H
#define INSTRUMENT_DRIVER_TWIN_H

#include "instrument/driver/state.h"

/* True if the command's sources may have twins. */
bool twin_is_allowed(const struct state *state);
/* True if the source may have variables of modules, or what belongs to their types, which twins
 * share. The instrumented object then has to refer to each by its own symbol. */
bool twin_may_share(const struct source *source);
/* Makes the twin of the object of the original, "twin.o", if the source may have one; adds the
 * entries of its procedures to the table, and sets has_twin and `shared`. object: the instrumented
 * one. A source that cannot have a twin stays
 * without. */
void twin_make(struct state *state, struct source *source, const char *object);

#endif
