/* data_path.h: the path that data travelled: messages and collective operations that brought a
 * variable to the sender of a message, and that carried it on from its receiver.
 *
 * A variable is known by its name in the source: what a rank received into `block` and sends from
 * `block` later, before it receives into it again, is the same data, which the rank may have
 * changed meanwhile. */
#ifndef ANALYSIS_DATA_PATH_H
#define ANALYSIS_DATA_PATH_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One step of a path. */
struct analysis_hop {
    int32_t distance;        /* 0: the message that was asked for; -1: the step before it */
    uint32_t message;        /* row of messages; ARCHIVE_NONE: a collective operation */
    uint32_t from, to;       /* rows of places; ARCHIVE_NONE: several */
    uint32_t send, receive;  /* rows of nodes: the calls; ARCHIVE_NONE: not known */
    uint32_t data, into;     /* texts: the arguments of the calls */
    uint64_t sent, received; /* moments: the start of the send, the end of the receive */
    uint64_t bytes;          /* ARCHIVE_UNKNOWN: not known */
};

struct analysis_data_path {
    struct analysis_hop *hops; /* in the order of distances, then of times */
    size_t count;
    bool cut; /* there are more hops */
};

/* Finds the path through a message, a row of messages; the archive's messages must have been found.
 * Free with analysis_data_path_free. */
struct analysis_data_path analysis_data_path_find(const struct archive *archive, uint32_t message);
void analysis_data_path_free(struct analysis_data_path *path);

/* Finds the variable in the text of an argument, "&grid->cells[4]" → "grid->cells". Returns its
 * length; 0: there is none. */
size_t analysis_data_path_variable(const char *text, const char **variable);

#endif
