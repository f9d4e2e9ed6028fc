/* answers.h: whether libclang answers `__has_builtin(NAME)` and the like as the compiler does. */
#ifndef INSTRUMENT_DRIVER_ANSWERS_H
#define INSTRUMENT_DRIVER_ANSWERS_H

#include "instrument/driver/command.h"
#include "instrument/instrument.h"

/* Asks both for the names that the instrumented text asked for, libclang with the arguments of the
 * request. False: an answer differs, or the compiler gave none. */
bool answers_agree(const struct command *command, const struct instrument_request *request,
                   const struct instrument_result *done);

#endif
