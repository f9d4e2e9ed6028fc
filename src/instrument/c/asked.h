/* asked.h: finds the features that a source asks the compiler about, by `__has_builtin(NAME)` and
 * the like. libclang may answer differently from the compiler. */
#ifndef INSTRUMENT_C_ASKED_H
#define INSTRUMENT_C_ASKED_H

#include "instrument/c/unit.h"

/* Adds the names that stand alone in brackets in #if lines to done->asked, without repetitions. It
 * reads the file and its headers, but not system headers. If `_has_` occurs in none of them, it
 * adds nothing. */
void asked_find(const struct unit *unit, struct instrument_result *done);

#endif
