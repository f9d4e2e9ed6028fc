/* loop_probes.h: the text of probes around loops. */
#ifndef INSTRUMENT_C_LOOP_PROBES_H
#define INSTRUMENT_C_LOOP_PROBES_H

#include "instrument/c/scope.h"

/* Braces around the loop, with statements of ours at their start: "TRI_LOOP(3);". */
void loop_probes_around(struct instrument_edits *edits, const struct loop *loop,
                        const char *statements);

/* Counts a trip at the start of the body. */
void loop_probes_trip(struct instrument_edits *edits, const struct unit *unit,
                      const struct loop *loop);

/* The probe of a loop that has one of its own, whatever it does for others. */
void loop_probes_own(struct scope *scope, const struct loop *loop, const char *statements);

/* The name of the probe of a loop that does nothing for others. */
const char *loop_probes_name(const struct scope *scope, const struct loop *loop);

#endif
