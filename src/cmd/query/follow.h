/* follow.h: runs a query on a running program and prints matching rows as they arrive. */
#ifndef CMD_QUERY_FOLLOW_H
#define CMD_QUERY_FOLLOW_H

#include "query/output/output.h"

struct cmd_query_follow {
    const char *archive;
    enum query_output_format format;
    uint64_t damaged; /* events that could not be read; set at the end */
};

/* Follows the archive until the run ends or the user presses Ctrl-C. False with an error. */
bool cmd_query_follow(struct cmd_query_follow *follow, const struct query_plan *plan,
                      struct error *error);

#endif
