/* help.h: prints the help of a command, from its description (options.h). */
#ifndef CMD_HELP_H
#define CMD_HELP_H

#include "cmd/options.h"

#include <stdio.h>

/* Prints the help in 80 columns. If a command has many options, only the common ones are shown,
 * unless `all` is set. */
void help_print(FILE *out, const struct options_command *command, bool all);

/* True if a command has so many options that its help shows only the common ones. */
bool help_is_short(const struct options_command *command);

#endif
