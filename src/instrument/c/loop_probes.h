/* loop_probes.h: writes the probes of loops. */
#ifndef INSTRUMENT_C_LOOP_PROBES_H
#define INSTRUMENT_C_LOOP_PROBES_H

#include "instrument/c/scope.h"

/* Puts braces around the loop, with these statements at their start, as "TRI_LOOP(3);". */
void loop_probes_around(struct instrument_edits *edits, const struct loop *loop,
                        const char *statements);

/* Inserts the trip probe at the start of the body. */
void loop_probes_trip(struct instrument_edits *edits, const struct unit *unit,
                      const struct loop *loop);

/* Inserts all of the probe of a loop that is not light: the statements, and the trips, counted or
 * computed. */
void loop_probes_own(struct scope *scope, const struct loop *loop, const char *statements);

/* Returns the macro of the probe of a loop that counts nothing for others. */
const char *loop_probes_name(const struct scope *scope, const struct loop *loop);

#endif
