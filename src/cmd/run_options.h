/* run_options.h: the options of `triptych run`. */
#ifndef CMD_RUN_OPTIONS_H
#define CMD_RUN_OPTIONS_H

#include "cmd/choice.h"
#include "util/buffer.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct run_options {
    const char *output;
    bool force, count, quiet, no_seal, shared;
    bool sample; /* call paths */
    struct buffer only, exclude;
    const char *skip_hot;
    uint64_t limit;
    char throttle[64]; /* VISITS,NS as the library reads it; empty: its default */
    const char *clock;
    const char *time;   /* argument of --for; NULL: until the command ends */
    uint64_t time_ns;   /* the same in ns, or 0 */
    const char *filter; /* the lambda of --filter, already checked; NULL: none */
    struct choice events;
    const char *collect;        /* words of --collect */
    bool collects;              /* --collect was given */
    uint64_t interval;          /* ns from one look at the profile to the next, at first; 0: none */
    const char *openmp;         /* argument of --openmp */
    const char *vocabulary;     /* arguments of --vocabulary, separated by commas, or NULL */
    struct buffer vocabularies; /* their memory */
};

/* Reads the command line. Returns -1 if the command begins at argv[optind]; else the exit status to
 * end with. */
int run_options_read(int argc, char **argv, struct run_options *options);
void run_options_free(struct run_options *options);

/* Returns the options as run.json states them. */
json_t *run_options_describe(const struct run_options *options);

#endif
