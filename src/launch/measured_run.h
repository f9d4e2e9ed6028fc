/* measured_run.h: runs a command and records it in an archive; `triptych run` and `triptych loops`
 * share it. */
#ifndef LAUNCH_MEASURED_RUN_H
#define LAUNCH_MEASURED_RUN_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* What is said if nothing was measured: "nothing was DONE: the command RAN" and the remedy. */
struct launch_nothing {
    const char *done;               /* "measured" */
    const char *ran;                /* what it ran, in the past tense */
    const char *if_failed, *if_not; /* "; what to do" */
};

struct launch_measuring {
    const char *name;   /* of the subcommand, for messages: "run" */
    const char *output; /* the archive; NULL: named after the program */
    bool force, quiet, no_seal;
    bool shared; /* other users may read the archive, as far as the umask allows */
    const char *clock;
    const char *time; /* argument of --for; NULL: until the command ends */
    uint64_t time_ns; /* the same in ns; 0: no limit */
    uint64_t sample;  /* ns from one sample to the next; 0: none */

    /* Returns the options as run.json states them; a new reference. */
    json_t *(*describe)(const void *options);
    /* Writes what the command needs into the archive and sets its environment. */
    bool (*prepare)(const void *options, char **command, const char *archive, struct error *error);
    /* Returns the words to run in place of the command, to be freed; NULL with an error. The
     * pointer may be NULL. */
    char **(*front)(char **command, struct error *error);
    void (*clean)(const char *archive); /* called after the run; may be NULL */
    bool summarises_quietly; /* `summarise` is called even if `quiet`: it does more than print */
    void (*summarise)(const void *options, const char *archive, int status);
    struct launch_nothing nothing;
    const char *why_nothing; /* said instead if it is known before the run; NULL: it is not */
    const void *options;
};

/* Runs the command. Returns -1 if it ran; *status then says how it ended. Else returns the exit
 * status for triptych itself. */
int launch_measured_run(const struct launch_measuring *measuring, char **command, int *status);

#endif
