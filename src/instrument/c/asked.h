/* asked.h: what a text asks of the compiler by `__has_builtin(NAME)` and the like. */
#ifndef INSTRUMENT_C_ASKED_H
#define INSTRUMENT_C_ASKED_H

#include "instrument/c/unit.h"

/* Finds the names in brackets in conditions of the file and of the headers that it includes, other
 * than the system's. Without a question in one of them: none. */
void asked_find(const struct unit *unit, struct instrument_result *done);

#endif
