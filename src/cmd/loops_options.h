/* loops_options.h: what `triptych loops` was asked for. */
#ifndef CMD_LOOPS_OPTIONS_H
#define CMD_LOOPS_OPTIONS_H

#include "report/binary/lcct.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct loops_options {
    const char *shown; /* the archive, or the binary of --static; NULL: a command is run */

    /* Of --static: */
    bool is_static;       /* a binary is looked at, nothing is run */
    bool all;             /* functions without loops, too */
    const char *function; /* only those that match; NULL: all */

    /* Of a run: */
    const char *output; /* NAME.tri; NULL: as the program */
    bool force, quiet, no_seal, shared, valgrind;
    const char *libs; /* names of libraries, or NULL */
    const char *time; /* word of --for, or NULL */
    uint64_t time_ns; /* the same, or 0 */
    bool times;       /* of loops are taken */

    /* How it is shown: */
    struct lcct_options show;
    const char *color;
    const char *format;    /* word of --format, or NULL */
    const char *svg, *dot; /* files; NULL: none */
};

/* -1: what it is about begins at argv[optind]; else the exit status to end with. What is only shown
 * (`shown`) may have options behind it. */
int loops_options_read(int argc, char **argv, struct loops_options *options);

/* As it is written into the archive. */
json_t *loops_options_describe(const struct loops_options *options);

#endif
