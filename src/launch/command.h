/* command.h: runs a command as a shell would, with its signals and its exit status. */
#ifndef LAUNCH_COMMAND_H
#define LAUNCH_COMMAND_H

#include "util/error.h"

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define LAUNCH_NEVER UINT64_MAX

/* Something to do while the command runs: `run` is called at `next` (ns of CLOCK_MONOTONIC), and
 * sets the time of its next call, or LAUNCH_NEVER. */
struct launch_timer {
    uint64_t next;
    void (*run)(struct launch_timer *timer, pid_t child);
    void *context;
};

/* Descriptors to poll while the command runs: `fds` gives the current ones and returns their
 * number; `ready` is called when one of them is ready. */
struct launch_watch {
    size_t (*fds)(void *context, struct pollfd **fds);
    void (*ready)(void *context);
    void *context;
};

uint64_t launch_now(void); /* ns of CLOCK_MONOTONIC */

/* Runs a command to its end. `timers` ends with a NULL; `watch` may be NULL. *status is the one of
 * waitpid(). Returns false if the command could not be started; *code is then 127 if there is no
 * such program, and 126 if it cannot be executed. */
bool launch(char **command, struct launch_timer *const *timers, const struct launch_watch *watch,
            int *status, int *code, struct error *error);

/* Ends this process as the command ended: with its exit status, or by the same signal. */
_Noreturn void launch_end_like(int status);

#endif
