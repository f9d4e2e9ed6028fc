/* valgrind.h: runs a command under Valgrind with Triptych's own tool, which counts loops of
 * programs that cannot be patched. */
#ifndef LAUNCH_VALGRIND_H
#define LAUNCH_VALGRIND_H

#include "util/error.h"

/* Returns the command with Valgrind in front of its program, behind launchers; to be freed. Returns
 * NULL with an error if Valgrind is not installed, or if this triptych was built without it. */
char **launch_valgrind_command(char **command, struct error *error);

/* Sets the variables by which Valgrind finds the tool. The tool also reads those of the native
 * counter: TRIPTYCH_ARCHIVE, TRIPTYCH_LOOPS, TRIPTYCH_LOOPS_LIBS. */
void launch_valgrind_set_environment(void);

#endif
