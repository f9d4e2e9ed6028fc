/* loops_watch.h: the loop of `triptych loops --dependences`. */
#ifndef CMD_LOOPS_WATCH_H
#define CMD_LOOPS_WATCH_H

#include "util/error.h"

#include <stdbool.h>

/* Finds the loops of a binary that the user means by "heat.c:30", "solve" or "solve:2", and sets
 * the environment so that Valgrind's tool watches them. False with an error if there is none, or if
 * several loops of a function are meant. */
bool cmd_loops_watch(const char *path, const char *loop, struct error *error);

#endif
