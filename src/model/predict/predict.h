/* predict.h: how long a task takes on a machine with p ranks.
 *
 * Ranks are simulated: a rank that receives waits for its sender, collectives wait for the last
 * rank. What lies between messages is one expression, evaluated once per visit. */
#ifndef MODEL_PREDICT_PREDICT_H
#define MODEL_PREDICT_PREDICT_H

#include "model/machine/machine.h"
#include "model/meta/meta.h"

/* Seconds of one rank. */
struct model_predict_rank {
    double time; /* its end */
    double compute, messages, waiting, io;
    double sends, sent_bytes;   /* messages to other ranks */
    double meetings, met_bytes; /* collectives */
};

struct model_prediction {
    uint32_t p;
    double time;                           /* end of the last rank */
    double compute, messages, waiting, io; /* means of the ranks; their sum is `time` */
    uint32_t slowest;                      /* the rank with the most work */
    double most_compute;                   /* its computation */
    double low, high;                      /* where the time is expected */
    double sends, sent_bytes;              /* messages of all ranks */
    double meetings, met_bytes;            /* collectives, counted in each rank */
    struct model_predict_rank *ranks;      /* p of them */
};

/* A task prepared for a machine. The task must live longer. */
struct model_predictor;

struct model_predictor *model_predictor_new(const struct model_meta_task *task,
                                            struct error *error);
void model_predictor_free(struct model_predictor *predictor);

/* Factors by which computation, messages and I/O take longer than the model says. */
struct model_predict_factors {
    double compute, messages, io;
};

/* Corrects all predictions that follow. Waiting follows from the corrected times. */
void model_predictor_correct(struct model_predictor *predictor,
                             struct model_predict_factors factors);

/* Predicts the time of p ranks. `bindings` are the variables besides p, rank and the machine's.
 * Free the result with model_prediction_free(). */
bool model_predict(struct model_predictor *predictor, const struct model_machine *machine,
                   uint32_t p, const struct model_binding *bindings, size_t binding_count,
                   struct model_prediction *prediction, struct error *error);
void model_prediction_free(struct model_prediction *prediction);

/* Says what limits a prediction, given the computation of one rank alone (0: unknown): the largest
 * loss if it is a tenth of the time or more, else "computation". */
const char *model_prediction_limit(const struct model_prediction *prediction, double one_compute);

/* One line of a task: a loop or another node, with its share of the time. */
struct model_predict_line {
    uint32_t node;   /* of the task */
    int depth;       /* of loops and branches around it */
    model_cost time; /* seconds of all visits in a run, as an expression of n, p, rank and the
                        machine's variables; collectives and messages are not in it */
    model_cost visits;
};

/* Lists the nodes of a task with the formulas of their inclusive time: expressions in which the
 * machine's variables are _system_flops, _system_cores, _system_disk_read, _system_disk_write.
 * Returns their number; to be freed. */
struct model_predict_line *model_predict_lines(const struct model_meta_task *task, size_t *count,
                                               struct error *error);

/* Fills in values for the machine's variables. Returns how many. */
enum { MODEL_PREDICT_SYSTEM = 8 };
size_t model_predict_system(const struct model_machine *machine, uint32_t place,
                            struct model_binding bindings[MODEL_PREDICT_SYSTEM]);

#endif
