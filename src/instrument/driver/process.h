/* process.h: running the compiler as the user would, with signals passed on. */
#ifndef INSTRUMENT_DRIVER_PROCESS_H
#define INSTRUMENT_DRIVER_PROCESS_H

#include "util/error.h"

#include <sys/types.h>

struct process {
    const char *input;  /* file to be its standard input, or NULL */
    const char *errors; /* file for its standard error, or NULL: ours */
    int error_file;     /* descriptor for its standard error, or 0 */
    const char *output; /* file for its standard output, or NULL: ours */
    int output_file;    /* descriptor for its standard output, or 0 */
    bool plain;         /* with messages in English, whatever the user's language */
};

enum { PROCESS_MISSING = -1 };

/* Starts a child; at most two run at a time. The answer is its process id, or PROCESS_MISSING with
 * an error. */
pid_t process_start(char *const *words, const struct process *how, struct error *error);
/* Waits for its end. The answer is what waitpid() said, or PROCESS_MISSING, if that is the child.
 */
int process_wait(pid_t child);
int process_run(char *const *words, const struct process *how, struct error *error); /* both */

/* From then on, SIGINT, SIGTERM and SIGHUP go to the running children and are remembered. */
void process_catch_signals(void);
int process_signal(void); /* the one that came, or 0 */

#endif
