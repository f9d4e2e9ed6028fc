/* follow.h: a query on a run that goes on: what fits is printed as it comes. */
#ifndef CMD_QUERY_FOLLOW_H
#define CMD_QUERY_FOLLOW_H

#include "query/output/output.h"

struct query_follow {
    const char *archive;
    enum output_format format;
    uint64_t damaged; /* events that could not be read; set when it has ended */
};

/* Until the run has ended, or Ctrl-C. False with an error. */
bool query_follow(struct query_follow *follow, const struct plan *plan, struct error *error);

#endif
