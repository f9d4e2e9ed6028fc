/* environment.h: the environment of a task's process. */
#ifndef SCRIPT_RUN_ENVIRONMENT_H
#define SCRIPT_RUN_ENVIRONMENT_H

#include <stdbool.h>

/* Returns the environment of this process with changes, up to NULL: NAME=VALUE sets a variable,
 * NAME removes it. `ranks`: it is of a program that starts an MPI program. The list is to be freed,
 * its texts are not. */
char **script_environment_change(const char **changes, bool ranks);

#endif
