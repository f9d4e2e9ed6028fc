/* filter.h: sends a filter to a running program: which events it logs from now on. */
#ifndef LAUNCH_FILTER_H
#define LAUNCH_FILTER_H

#include "util/buffer.h"
#include "util/error.h"

struct launch_filter {
    unsigned processes; /* processes that log events, and were told */
    unsigned waiting;   /* those of them that reached no probe since then */
    bool no_messages;   /* some do not log MPI: the run began with a filter that excludes it */
};

/* Sends a filter, and waits up to a second until all processes have read it. `bytes` is the
 * condition of that text in the form that processes read (format/filter.h). False with an error if
 * no process can be told. */
bool launch_filter(const char *path, const char *text, const struct buffer *bytes,
                   struct launch_filter *result, struct error *error);

#endif
