/* learn.h: learns how a program's work grows from runs at a few sizes, and writes it as a
 * metaprogram.
 *
 *   archives of runs --> model_learn_counts, _work, _times, ...      what was measured (sample.c)
 *                    --> model_learn_fit                             formulas and costs
 *                    --> model_learn_write                           MODEL.rb (write.c)
 *
 * For each size n and number of ranks p there is one run that counts (by source probes, or in the
 * binary), and one or more that take the CPU time of each rank outside of MPI, with as few probes
 * as possible. A loop's share of that time is its share of the executed instructions, or, where the
 * counts are those of source probes, its share of the exclusive times of a third run. */
#ifndef MODEL_LEARN_LEARN_H
#define MODEL_LEARN_LEARN_H

#include "archive/archive.h"
#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct model_learn;

struct model_learn *model_learn_new(void);
void model_learn_free(struct model_learn *learn);

/* True if the archive has counts of loops. */
bool model_learn_has_loops(const struct archive *archive);

/* Take the measurements of one run. All return false with an error if the run did not have p
 * ranks. Messages are taken from one run for each n and p: best from one with probes in loops, so
 * that they can be written inside of these. */
bool model_learn_counts(struct model_learn *learn, int64_t n, int64_t p,
                        const struct archive *archive, struct error *error);
bool model_learn_work(struct model_learn *learn, int64_t n, int64_t p,
                      const struct archive *archive, struct error *error);
bool model_learn_messages(struct model_learn *learn, int64_t n, int64_t p,
                          const struct archive *archive, struct error *error);
bool model_learn_times(struct model_learn *learn, int64_t n, int64_t p,
                       const struct archive *archive, struct error *error);

/* Takes the trips of loops within each trip of the loops around them from a logged run with one
 * rank. With `by_time`, loops that were not logged get the CPU times of rows instead, corrected by
 * the trips of ranks. To be called after model_learn_fit(). */
bool model_learn_shape(struct model_learn *learn, int64_t n, const struct archive *archive,
                       bool by_time, struct error *error);

/* True if a loop could have a shape from a logged run with size n, and has none yet. */
bool model_learn_lacks_shape(const struct model_learn *learn, int64_t n);

/* Returns the pattern (`triptych run --exclude`) of a routine that is visited too often to be
 * logged in such a run, to be freed; "" for one that needs none; NULL: there are no more. */
char *model_learn_hot(const struct model_learn *learn, int64_t n, size_t number);

/* Returns the visits of all routines and loops at a size: the events that logging them makes. */
double model_learn_visits(const struct model_learn *learn, int64_t n);

/* Finds the formulas of all loops and messages. Returns the number of loops that have none and
 * whose trips differ between ranks: these profit from model_learn_shape(), after which the formulas
 * are to be found again. */
size_t model_learn_fit(struct model_learn *learn);

/* What the metaprogram says about its origin. */
struct model_learn_origin {
    const char *name;          /* of the task: a Ruby constant */
    const char *program;       /* executable */
    const char *command;       /* with {n} and {p} */
    const char *sizes, *ranks; /* as given */
};

/* Writes the metaprogram. To be called after model_learn_fit(). */
void model_learn_write(const struct model_learn *learn, const struct model_learn_origin *origin,
                       FILE *file);

/* The loops and how well their formulas fit, for a table. */
struct model_learn_loop {
    const char *routine; /* "escape_row" */
    unsigned loop;       /* position within its routine */
    const char *file;
    unsigned line;
    const char *path;  /* call path */
    const char *trips; /* formula, or NULL */
    const char *fit;   /* "exact at 21 points" */
    double seconds;    /* per trip; NAN: not known */
    double share;      /* of the CPU time of the largest run */
    bool exact;
};
size_t model_learn_loops(const struct model_learn *learn);
struct model_learn_loop model_learn_loop(const struct model_learn *learn, size_t at);

/* Returns the largest relative error of the learned CPU times at the learned points, and the mean
 * in *mean. */
double model_learn_error(const struct model_learn *learn, double *mean);

#endif
