/* driver.h: runs a compiler command so that what it compiles is instrumented.
 *
 *    command line --command.c--> struct command          words and their roles
 *    compiler -----facts.c-----> struct facts            what it says about itself
 *    each source --source.c----> struct source           instrumented file, or the reason why not
 *                  (fortran.c)      |
 *                  compile.c     compiler on the original (messages, modules) and on the
 *                                 instrumented file (the object)
 *                  join_table.c  Fortran: the table of regions joins the object
 *                  link          the user's command with objects and libtriptych
 */
#ifndef INSTRUMENT_DRIVER_DRIVER_H
#define INSTRUMENT_DRIVER_DRIVER_H

#include "util/error.h"

#include <stddef.h>

struct instrument_labels;

/* Functions that vocabularies describe, for programs that are linked statically. */
struct instrument_wrapped {
    const char *code;     /* assembler code that the linker needs */
    const char **symbols; /* of the functions */
    size_t count;
    /* Adds the functions whose names match a pattern, of a file with the program's own functions.
     * False with an error. NULL: there are no patterns. */
    bool (*find)(struct instrument_wrapped *wrapped, const char *program, struct error *error);
};

/* The options of `triptych cc` and `triptych fc`. */
struct instrument_driver_options {
    const char *called;  /* the command's name: cc or fc */
    const char *library; /* folder of libtriptych.so and libtriptych.a */
    const char *include; /* folder of triptych/probes.h */
    const char *keep;    /* folder for the instrumented files, or NULL */
    bool headers;        /* also instrument functions in the user's headers */
    bool untimed_loops;  /* loops are counted, never timed */
    bool every_probe;    /* every loop and routine has its own probe */
    bool verbose;
    const struct instrument_labels *labels; /* of vocabularies; NULL: none */
    struct instrument_wrapped *wrapped;     /* functions of vocabularies; NULL: none */
};

/* Runs a compiler command and returns its exit status; our own errors go to stderr. A signal that
 * ended the compiler ends this process too. */
int instrument_driver_run(const struct instrument_driver_options *options, int argc, char **argv);

#endif
