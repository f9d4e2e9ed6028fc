/* samples.h: graphs of the shapes that papers on scheduling use, with random costs, for tests and
 * benchmarks. */
#ifndef SCRIPT_SCHEDULE_SAMPLES_H
#define SCRIPT_SCHEDULE_SAMPLES_H

#include "script/schedule/problem.h"

enum script_schedule_shape {
    SCHEDULE_LAYERED,   /* random edges from layer to layer */
    SCHEDULE_FORK_JOIN, /* one task feeds many, which feed one, several times */
    SCHEDULE_GAUSS,     /* elimination of columns */
    SCHEDULE_FFT,       /* a binary tree of calls, then butterflies */
    SCHEDULE_MONTAGE,   /* the mosaic workflow: project, compare neighbours, fit, correct, add */
    SCHEDULE_SHAPES
};

const char *script_schedule_shape_name(enum script_schedule_shape shape);

struct script_schedule_sample_request {
    enum script_schedule_shape shape;
    uint32_t tasks; /* about as many */
    uint32_t machines;
    double ccr;           /* communication to computation: mean seconds of an edge and a task */
    double heterogeneity; /* speeds from 1 to 1 + this; 0: all alike */
    uint32_t cores;       /* of a machine */
    double streamed;      /* share of edges that are streams */
    uint32_t models;      /* tasks are of so many kinds */
    uint64_t seed;
};

/* A problem that owns its arrays. */
struct script_schedule_sample {
    struct script_schedule_problem problem;
    struct script_schedule_task *tasks;
    struct script_schedule_edge *edges;
    struct script_schedule_machine *machines;
    size_t task_room, edge_room;
};

void script_schedule_sample_make(const struct script_schedule_sample_request *request,
                                 struct script_schedule_sample *sample);
void script_schedule_sample_free(struct script_schedule_sample *sample);

#endif
