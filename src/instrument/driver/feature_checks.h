/* feature_checks.h: checks that libclang answers `__has_builtin(NAME)` and similar questions as the
 * compiler does. */
#ifndef INSTRUMENT_DRIVER_FEATURE_CHECKS_H
#define INSTRUMENT_DRIVER_FEATURE_CHECKS_H

#include "instrument/driver/command.h"
#include "instrument/instrument.h"

/* Asks both about the names that the instrumented text asked about, libclang with the arguments of
 * the request. False if an answer differs, or the compiler gave none. */
bool feature_checks_agree(const struct command *command, const struct instrument_request *request,
                          const struct instrument_result *done);

#endif
