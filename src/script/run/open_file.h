/* open_file.h: opens files that a script names. */
#ifndef SCRIPT_RUN_OPEN_FILE_H
#define SCRIPT_RUN_OPEN_FILE_H

#include "util/error.h"

/* Opens a file, made if `flags` say so, without ever waiting for another program. Returns the
 * descriptor, which is closed when a program is executed; -1 with an error. */
int script_open_file(const char *path, int flags, struct error *error);

#endif
