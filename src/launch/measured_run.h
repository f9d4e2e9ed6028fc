/* measured_run.h: a command is run into an archive: what `triptych run` and `triptych loops` share.
 */
#ifndef LAUNCH_MEASURED_RUN_H
#define LAUNCH_MEASURED_RUN_H

#include "util/error.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct measuring {
    const char *name;   /* of the subcommand, for messages: "run" */
    const char *output; /* the archive; NULL: named after the program */
    bool force, quiet, no_seal;
    bool shared; /* others may read the archive, as far as the umask lets them */
    const char *clock;
    const char *time; /* word of --for; NULL: until the command ends */
    uint64_t time_ns; /* the same, or 0 */
    uint64_t sample;  /* ns from one sample to the next; 0: none */

    /* What the archive's run.json says of the options; a new reference. */
    json_t *(*describe)(const void *options);
    /* Writes what the command needs into the archive and sets its environment. */
    bool (*prepare)(const void *options, char **command, const char *archive, struct error *error);
    /* The words that are run in place of the command, to be freed; NULL with an error. May be NULL.
     */
    char **(*front)(char **command, struct error *error);
    void (*clean)(const char *archive); /* the run has ended; may be NULL */
    bool summarises_quietly; /* it is called even if `quiet`: there is more to do than to show */
    void (*summarise)(const void *options, const char *archive, int status);
    /* What to say when nothing was measured: of a command that failed, and of one that did not. */
    const char *nothing_failed, *nothing_seen;
    const void *options;
};

/* Runs the command. -1: *status says how it ended; else the exit status to end with. */
int measuring_run(const struct measuring *measuring, char **command, int *status);

#endif
