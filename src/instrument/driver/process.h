/* process.h: runs the compiler as the user would, and passes signals on to it. */
#ifndef INSTRUMENT_DRIVER_PROCESS_H
#define INSTRUMENT_DRIVER_PROCESS_H

#include "util/error.h"

#include <sys/types.h>

/* The files and the language of a process to run. */
struct process {
    const char *input;  /* file to be its standard input, or NULL */
    const char *errors; /* file for its standard error, or NULL: ours */
    int error_file;     /* descriptor for its standard error, or 0 */
    const char *output; /* file for its standard output, or NULL: ours */
    int output_file;    /* descriptor for its standard output, or 0 */
    bool plain;         /* with messages in English, whatever the user's language is */
};

enum { PROCESS_MISSING = -1 };

/* Starts a child; at most two may run at a time. Returns its process id, or PROCESS_MISSING with an
 * error. */
pid_t process_start(char *const *words, const struct process *how, struct error *error);
/* Waits for the end of a child; returns the status of waitpid(), or PROCESS_MISSING if that is the
 * child. */
int process_wait(pid_t child);
/* Starts a child and waits for its end. */
int process_run(char *const *words, const struct process *how, struct error *error);

/* From now on, SIGINT, SIGTERM and SIGHUP are noted and passed on to the running children. */
void process_catch_signals(void);
/* Returns the signal that came, or 0. */
int process_signal(void);

#endif
