/* observed.h: what a measured run took, to compare predictions with: its time, the parts of it, and
 * its messages. */
#ifndef MODEL_PREDICT_OBSERVED_H
#define MODEL_PREDICT_OBSERVED_H

#include "util/error.h"

#include <stdbool.h>
#include <stdint.h>

struct model_observed {
    uint32_t ranks;  /* or places, of a program of places */
    bool has_places; /* it is one, without MPI */
    double seconds;  /* from the first start to the last end of a rank */

    bool has_parts;          /* the time is told apart: */
    double compute, mpi, io; /* means of the ranks; mpi: messages and all waiting; their sum is
                                `seconds` */

    double cpu; /* CPU time of the rank that has most of it, outside of MPI; 0: not known */

    bool has_messages;          /* there is MPI, and all messages were logged: */
    double sends, sent_bytes;   /* of all ranks */
    double meetings, met_bytes; /* collectives, counted in each rank */
};

/* Reads an archive. */
bool model_observe(const char *path, struct model_observed *observed, struct error *error);

#endif
