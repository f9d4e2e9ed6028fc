/* readable.h: instrumented files for people to read and to compile themselves. */
#ifndef INSTRUMENT_DRIVER_READABLE_H
#define INSTRUMENT_DRIVER_READABLE_H

#include <stdbool.h>

struct instrument_readable_options {
    const char *folder;     /* NULL: nothing is written */
    const char *include;    /* folder of triptych/probes.h */
    char *compiler;         /* whose headers are used */
    char *fortran_compiler; /* that preprocesses */
    char **flags;
    int flag_count;
    bool list;          /* print all regions */
    bool untimed_loops; /* loops are only ever counted */
    bool every_probe;   /* every loop and routine has a probe of its own */
};

/* Writes each file into the folder, prints a summary, and says on stderr what went wrong. False:
 * something did. */
bool instrument_readable_write(const struct instrument_readable_options *options, char **files,
                               int count);

#endif
