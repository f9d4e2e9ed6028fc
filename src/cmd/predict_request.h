/* predict_request.h: the options of `triptych predict MODEL`. */
#ifndef CMD_PREDICT_REQUEST_H
#define CMD_PREDICT_REQUEST_H

#include "model/cost/cost.h"
#include "report/run/report.h"

enum { PREDICT_VALUES = 256 };

struct predict_request {
    struct report_options report;
    const char *color, *model, *machine, *plot, *task;
    double n[PREDICT_VALUES];
    size_t n_count; /* 0: the model has no n */
    double p[PREDICT_VALUES];
    size_t p_count;
    struct model_binding bindings[PREDICT_VALUES]; /* all but n, p and rank */
    size_t binding_count;
    const char *measured[PREDICT_VALUES]; /* tables and archives */
    size_t measured_count;
    const char *checks[PREDICT_VALUES]; /* archives */
    size_t check_count;
    bool formulas, worst, correct;
    char **words; /* the command line, with --NAME VALUE as --set NAME=VALUE; kept for its texts */
    int word_count;
};

/* Returns -1 to continue; else the exit status to end with. */
int predict_request_read(struct predict_request *request, int argc, char **argv);
void predict_request_free(struct predict_request *request);

#endif
