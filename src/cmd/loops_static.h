/* loops_static.h: `triptych loops --static`: lists the loops of a binary without running it. */
#ifndef CMD_LOOPS_STATIC_H
#define CMD_LOOPS_STATIC_H

#include "cmd/loops_options.h"

/* Returns false with an error if the binary cannot be read, or if the result cannot be written. */
bool cmd_loops_static(const char *path, const struct cmd_loops_options *options,
                      struct error *error);

#endif
