/* history.h: the table of predicted and measured times that is kept beside a model, MODEL.runs. */
#ifndef MODEL_PREDICT_HISTORY_H
#define MODEL_PREDICT_HISTORY_H

#include "model/predict/predict.h"
#include "util/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The parts of a time in seconds, predicted and measured. In the run, waiting is part of mpi. */
struct model_history_parts {
    double compute, messages, waiting, io; /* predicted */
    double measured_compute, measured_mpi, measured_io;
};

struct model_history_row {
    char date[32];
    char run[128]; /* name of the archive */
    double n;      /* NAN: the model has none */
    uint32_t p;
    double predicted, measured; /* seconds */
    char change[128];           /* since the run before: "error was 12.3 %" */
    bool has_parts;             /* the run tells them apart: */
    struct model_history_parts parts;
};

struct model_history {
    struct model_history_row *rows;
    size_t count, room;
};

/* Reads the table of a model; none is an empty one. Errors name the line. */
bool model_history_load(struct model_history *history, const char *model, struct error *error);
bool model_history_parse(struct model_history *history, const char *text, const char *name,
                         struct error *error);
void model_history_free(struct model_history *history);

/* Adds a row and says in it what changed since the last row with the same n and p, or else since
 * the last one. A row of the same run is replaced. */
void model_history_add(struct model_history *history, struct model_history_row row);
bool model_history_save(const struct model_history *history, const char *model,
                        struct error *error);

/* Returns (predicted - measured) / measured. */
double model_history_error(const struct model_history_row *row);

/* Returns the mean and the largest error, without their signs, of predictions that are corrected by
 * `factors`; NULL: as they are. False if there are no rows, or one row that the factors are from.
 */
bool model_history_errors(const struct model_history *history,
                          const struct model_predict_factors *factors, double *mean, double *worst);

/* Returns the factor by which predictions must be multiplied so that the median error is 0; 1 if
 * there are no rows. */
double model_history_factor(const struct model_history *history);

/* Returns the factors of each kind of time, medians of the runs that tell them apart. Waiting comes
 * from computation, so that what is left of the time in MPI is that of messages. A kind that no run
 * tells has the factor of the whole. */
struct model_predict_factors model_history_factors(const struct model_history *history);

#endif
