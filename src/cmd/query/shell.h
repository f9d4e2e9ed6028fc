/* shell.h: `triptych query` as a conversation. */
#ifndef CMD_QUERY_SHELL_H
#define CMD_QUERY_SHELL_H

#include "query/output/output.h"

struct shell_start {
    const char *archive;
    const char *definitions; /* a file that is read first, or NULL */
    enum output_format format;
};

/* Until the user leaves; the exit status. */
int shell_run(const struct shell_start *start, struct query_data *data);

#endif
