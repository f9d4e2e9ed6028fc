/* driver.h: standing in front of a compiler: what it compiles is instrumented on the way. */
#ifndef INSTRUMENT_DRIVER_DRIVER_H
#define INSTRUMENT_DRIVER_DRIVER_H

#include "util/error.h"

struct instrument_driver_options {
    const char *called;  /* by which word of triptych's: cc or fc */
    const char *library; /* folder of libtriptych.so and libtriptych.a */
    const char *include; /* folder of triptych/probes.h */
    const char *keep;    /* folder for the instrumented files, or NULL */
    bool headers;        /* functions of the user's headers, too */
    bool untimed_loops;  /* loops are only ever counted */
    bool every_probe;    /* every loop and routine has a probe of its own */
    bool verbose;
};

/* Runs the compiler command. The answer is the exit status; errors that are ours alone go to
 * stderr. A signal that ended the compiler ends this process, too. */
int instrument_driver_run(const struct instrument_driver_options *options, int argc, char **argv);

#endif
