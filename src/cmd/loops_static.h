/* loops_static.h: `triptych loops --static`: what loops a binary has. */
#ifndef CMD_LOOPS_STATIC_H
#define CMD_LOOPS_STATIC_H

#include "cmd/loops_options.h"

/* False with an error: it cannot be read, or the result cannot be written. */
bool loops_static(const char *path, const struct loops_options *options, struct error *error);

#endif
