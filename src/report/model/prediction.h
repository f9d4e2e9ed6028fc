/* prediction.h: predictions as a table and as a picture. */
#ifndef REPORT_MODEL_PREDICTION_H
#define REPORT_MODEL_PREDICTION_H

#include "model/predict/predict.h"
#include "report/run/report.h"

/* A prediction, with what was measured. */
struct report_prediction {
    double n; /* NAN: the model has no n */
    struct model_prediction prediction;
    double speedup, efficiency; /* against one rank; 0: unknown */
    const char *limit;          /* model_prediction_limit() */
    bool interval_known;        /* low and high mean something */
    double measured;            /* seconds; 0: not measured */
    char *profile;              /* parameters that its profile values were measured with, or NULL */
    bool profile_same;          /* they are those of this row */
    char *profile_formulas;     /* by which they were computed; or NULL */
};

struct report_predictions {
    const char *model, *task, *machine;
    struct report_prediction *rows;
    size_t count;
    size_t checked;     /* runs that the model was checked against; 0: none */
    bool corrected;     /* by these runs */
    double mean, worst; /* their errors, 0.1 is 10 % */
};

void report_predictions_write(FILE *out, const struct report_predictions *predictions,
                              const struct report_options *options);

/* Writes the formulas of all nodes; `worst`: only loops, by their time at the last row, with the
 * share that they have there. */
bool report_formulas_write(FILE *out, const struct model_meta_task *task,
                           const struct model_machine *machine,
                           const struct model_binding *bindings, size_t binding_count, uint32_t p,
                           bool worst, const struct report_options *options, struct error *error);

/* Returns a picture of time over ranks, or over n if there is one number of ranks and several n,
 * predicted and measured, as SVG; to be freed. */
char *report_predictions_svg(const struct report_predictions *predictions);

#endif
