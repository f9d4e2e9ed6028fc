/* shell.h: the interactive shell of `triptych query`. */
#ifndef CMD_QUERY_SHELL_H
#define CMD_QUERY_SHELL_H

#include "query/output/output.h"

struct cmd_shell_start {
    const char *archive;
    const char *definitions; /* a file of statements to run first, or NULL */
    enum query_output_format format;
};

/* Runs the shell until the user leaves. Returns the exit status. */
int cmd_shell_run(const struct cmd_shell_start *start, struct query_data *data);

#endif
