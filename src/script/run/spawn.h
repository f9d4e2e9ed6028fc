/* spawn.h: starts one process of a task. */
#ifndef SCRIPT_RUN_SPAWN_H
#define SCRIPT_RUN_SPAWN_H

#include "util/error.h"

#include <stdint.h>
#include <sys/resource.h>
#include <sys/types.h>

struct script_spawn_command {
    const char *path; /* of the executable */
    char *const *words;
    char *const *environment;
    const char *folder;  /* or NULL */
    int in, out, err;    /* become 0, 1 and 2 */
    struct rlimit files; /* limit of open files */
    uint64_t memory;     /* limit of its address space in bytes; 0: none */
};

/* Starts it as the leader of a process group of its own, which dies with this process. Returns its
 * pid; -1 with an error. Signals must be blocked or ignored, and there must be one thread. */
pid_t script_spawn_process(const struct script_spawn_command *command, struct error *error);

#endif
