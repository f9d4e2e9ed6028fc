/* run_missing.h: functions of vocabularies that the measured program does not have. */
#ifndef CMD_RUN_MISSING_H
#define CMD_RUN_MISSING_H

#include "launch/vocabularies.h"

/* Returns lines that name the functions of the user's own vocabularies that no program of a command
 * and no library that it needs has, to be freed; NULL: there are none, or it is not known. */
char *run_missing_find(const struct launch_vocabularies *vocabularies, char **command);

#endif
