/* link.h: links a program with libtriptych, and with the functions that vocabularies describe. */
#ifndef INSTRUMENT_DRIVER_LINK_H
#define INSTRUMENT_DRIVER_LINK_H

#include "instrument/driver/state.h"

/* Runs the user's command, with objects in place of the compiled sources; without the options that
 * write dependencies where compiling has written them. Returns what process_run() does. */
int link_program(const struct state *state, bool with_dependencies);

#endif
