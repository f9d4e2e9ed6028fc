/* loops_options.h: the options of `triptych loops`. */
#ifndef CMD_LOOPS_OPTIONS_H
#define CMD_LOOPS_OPTIONS_H

#include "report/binary/lcct.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

struct cmd_loops_options {
    const char *shown; /* the archive, or the binary of --static; NULL: a command is run */

    /* for --static: */
    bool is_static;       /* show a binary, run nothing */
    bool all;             /* also functions without loops */
    const char *function; /* pattern of functions to show; NULL: all */

    /* for a run: */
    const char *output; /* NAME.tri; NULL: named after the program */
    bool force, quiet, no_seal, shared, valgrind;
    const char *libs;        /* names of libraries, or NULL */
    const char *time;        /* argument of --for, or NULL */
    uint64_t time_ns;        /* the same in ns, or 0 */
    bool times;              /* time the loops, too */
    const char *dependences; /* the loop to watch, or NULL */

    /* for the output: */
    struct report_lcct_options show;
    const char *color;
    const char *format;    /* argument of --format, or NULL */
    const char *svg, *dot; /* files; NULL: none */
    const char *machine;   /* file of the machine of --roofline; NULL: this one is measured */
};

/* Reads the command line. Returns -1 if the archive, binary or command is at argv[optind]; else the
 * exit status. Options may also follow an archive or a binary. */
int cmd_loops_options_read(int argc, char **argv, struct cmd_loops_options *options);

/* Returns the options as run.json states them. */
json_t *cmd_loops_options_describe(const struct cmd_loops_options *options);

#endif
