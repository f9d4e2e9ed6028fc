/* steps.h: a task as steps that a rank takes: only for the files of predict/. */
#ifndef MODEL_PREDICT_STEPS_H
#define MODEL_PREDICT_STEPS_H

#include "model/meta/meta.h"

enum step_kind {
    STEP_SEGMENT, /* nodes that do not communicate: seconds of computation, of I/O */
    STEP_SEND,    /* bytes, peer */
    STEP_RECV,    /* bytes, peer */
    STEP_COLLECTIVE,
    STEP_FOR,
    STEP_IF,
    STEP_BREAK,
    STEP_PARALLEL,
};

/* One or two expressions, compiled once for all steps that have them. */
struct formula {
    struct model_program *program;
    uint32_t *slots; /* variable of the program to number in steps->names */
};

struct step {
    enum step_kind kind;
    uint32_t node; /* of the task */
    uint32_t next, first, otherwise;
    uint32_t formula; /* in steps->formulas; none: BREAK */
    uint32_t index;   /* FOR: number of its index in steps->names; or none */
    bool steady;      /* FOR: every trip does the same, in every rank */
};

struct steps {
    const struct model_meta_task *task;
    struct step *items;
    size_t count, room;
    uint32_t first;
    struct formula *formulas;
    size_t formula_count, formula_room;
    struct interned *names; /* of variables */
};

struct steps *steps_new(const struct model_meta_task *task, struct error *error);
void steps_free(struct steps *steps);

/* Return the seconds of computation and of I/O of totals, as expressions. */
model_cost steps_compute_time(const struct model_meta_task *task,
                              const struct model_meta_totals *totals);
model_cost steps_io_time(const struct model_meta_task *task,
                         const struct model_meta_totals *totals);

#endif
