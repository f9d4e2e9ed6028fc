/* model_learn_runs.h: the runs that a model is learned from. */
#ifndef CMD_MODEL_LEARN_RUNS_H
#define CMD_MODEL_LEARN_RUNS_H

#include "model/learn/learn.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct learn_plan {
    const char *command;  /* with {n} and {p} */
    const char *timed;    /* the command whose CPU time is taken; NULL: the same */
    const int64_t *sizes; /* in order */
    const int64_t *ranks; /* in order */
    size_t size_count, rank_count;
    unsigned repeat;  /* runs that take times, at each size */
    const char *keep; /* folder that keeps the archives; NULL: they are removed */
};

/* Runs the command at all sizes and numbers of ranks, and takes what was measured. */
bool learn_runs(const struct learn_plan *plan, struct model_learn *learn, struct error *error);

/* Replaces {n} and {p}. To be freed. */
char *learn_runs_command(const char *command, int64_t n, int64_t p);

/* Divides a command into words, as a shell does with quotes and backslashes; nothing is expanded.
 * NULL with an error if a quote is not closed. The array ends with NULL; it and its first word are
 * to be freed. */
char **learn_runs_words(const char *command, struct error *error);

#endif
