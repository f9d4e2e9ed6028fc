/* valgrind.h: a command is run by Valgrind, with Triptych's own tool, which counts loops of
 * programs that cannot be patched. */
#ifndef LAUNCH_VALGRIND_H
#define LAUNCH_VALGRIND_H

#include "util/error.h"

/* The command with Valgrind in front of the program that it is about: launchers are run as they
 * are. To be freed. NULL with an error: Valgrind is not installed, or this triptych was built
 * without it. */
char **valgrind_command(char **command, struct error *error);

/* What the tool needs to be found, beside what the library needs that counts natively:
 * TRIPTYCH_ARCHIVE, TRIPTYCH_LOOPS, TRIPTYCH_LOOPS_LIBS. */
void valgrind_set_environment(void);

#endif
