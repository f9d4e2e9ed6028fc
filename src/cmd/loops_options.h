/* loops_options.h: what `triptych loops` was asked for. */
#ifndef CMD_LOOPS_OPTIONS_H
#define CMD_LOOPS_OPTIONS_H

#include "report/report.h"

#include <stdbool.h>
#include <stdint.h>

struct loops_options {
    bool is_static;       /* a binary is looked at, nothing is run */
    bool all;             /* functions without loops, too */
    const char *function; /* only those that match; NULL: all */
    struct report_options report;
    const char *color;
};

/* -1: what it is about begins at argv[optind]; else the exit status to end with. */
int loops_options_read(int argc, char **argv, struct loops_options *options);

#endif
