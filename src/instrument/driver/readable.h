/* readable.h: writes instrumented files for users to read and compile themselves. */
#ifndef INSTRUMENT_DRIVER_READABLE_H
#define INSTRUMENT_DRIVER_READABLE_H

#include <stdbool.h>

/* The options of `triptych instrument`. */
struct instrument_readable_options {
    const char *folder;     /* NULL: no files are written */
    const char *include;    /* folder of triptych/probes.h */
    char *compiler;         /* the C compiler, whose headers are used */
    char *fortran_compiler; /* the Fortran compiler, for preprocessing */
    char **flags;           /* of the compilers */
    int flag_count;
    bool list;          /* print all regions */
    bool untimed_loops; /* loops are counted, never timed */
    bool every_probe;   /* every loop and routine has its own probe */
};

/* Writes each instrumented file into the folder and prints a summary; errors go to stderr. False if
 * there were any. */
bool instrument_readable_write(const struct instrument_readable_options *options, char **files,
                               int count);

#endif
