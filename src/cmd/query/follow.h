/* follow.h: runs a query on a running program and prints matching rows as they arrive. */
#ifndef CMD_QUERY_FOLLOW_H
#define CMD_QUERY_FOLLOW_H

#include "query/output/output.h"

struct query_follow {
    const char *archive;
    enum output_format format;
    uint64_t damaged; /* events that could not be read; set at the end */
};

/* Follows the archive until the run ends or the user presses Ctrl-C. False with an error. */
bool query_follow(struct query_follow *follow, const struct plan *plan, struct error *error);

#endif
