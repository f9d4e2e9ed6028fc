/* programs.h: finds executables as a shell does, each once. */
#ifndef SCRIPT_RUN_PROGRAMS_H
#define SCRIPT_RUN_PROGRAMS_H

#include "util/error.h"
#include "util/interned.h"

/* Zero-initialise it. */
struct script_programs {
    struct interned *names;
    char **paths;
    size_t room;
};

void script_programs_free(struct script_programs *programs);

/* Returns the path of a program: itself if it has a slash, else along PATH, else in the current
 * folder. NULL with an error if there is none. */
const char *script_programs_find(struct script_programs *programs, const char *name,
                                 struct error *error);

#endif
