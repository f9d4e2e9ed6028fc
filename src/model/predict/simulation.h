/* simulation.h: the state of a simulation: ranks, messages on their way, and meetings. */
#ifndef MODEL_PREDICT_SIMULATION_H
#define MODEL_PREDICT_SIMULATION_H

#include "model/predict/predict.h"
#include "model/predict/steps.h"
#include "util/pairs.h"

/* A body that a rank is in. */
struct simulation_frame {
    uint32_t at;   /* next step; MODEL_META_NONE: the end of the body */
    uint32_t loop; /* the step whose body it is, or MODEL_META_NONE */
    double trip, trips;
    double lanes;                     /* PARALLEL around it */
    struct model_predict_rank before; /* a steady loop after its warm trips */
};

struct simulation_rank {
    struct model_predict_rank sums;
    struct simulation_frame *frames;
    size_t frame_count, frame_room;
    struct model_number *values; /* of steps->names */
    size_t collectives;          /* that it has come to */
    bool in_collective, runnable, ended;
    int64_t waits_for; /* rank of the sender; -1: none */
    uint32_t waits_at; /* step, for messages */
    double *chances;   /* per step: how much of a branch was not taken yet */
};

/* Messages on their way from one rank to another, by their arrival. */
struct simulation_channel {
    double *arrivals;
    size_t first, count, room;
};

struct simulation_meeting {
    uint32_t came;
    uint32_t step;
    double latest, bytes;
};

struct simulation {
    const struct steps *steps;
    const struct model_machine *machine;
    struct model_predict_factors factors;
    uint32_t p;
    struct simulation_rank *ranks;
    struct pairs channel_of; /* (source, target) */
    struct simulation_channel *channels;
    size_t channel_count, channel_room;
    struct simulation_meeting *meetings;
    size_t meeting_count, meeting_room;
    uint32_t *queue; /* ranks that can go on */
    size_t queue_first, queue_count;
    int64_t steps_left;
    bool whole;        /* all trips of steady loops are taken */
    bool shortened;    /* some were not */
    const bool *known; /* of steps->names: there is a value from outside */
    struct error *error;
    struct error inner; /* of an evaluation; large, and hence not set to zero at every step */
};

/* Returns the line of the metaprogram that a step comes from. */
static inline uint32_t simulation_line(const struct simulation *sim, uint32_t step)
{
    return sim->steps->task->nodes[sim->steps->items[step].node].line;
}

/* Lets a rank go on. */
static inline void simulation_wake(struct simulation *sim, uint32_t number)
{
    if (sim->ranks[number].runnable)
        return;
    sim->ranks[number].runnable = true;
    sim->queue[(sim->queue_first + sim->queue_count++) % sim->p] = number;
}

#endif
