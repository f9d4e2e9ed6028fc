/* preprocess.h: what the compiler's preprocessor makes of a source. */
#ifndef INSTRUMENT_DRIVER_PREPROCESS_H
#define INSTRUMENT_DRIVER_PREPROCESS_H

#include "instrument/driver/command.h"
#include "util/error.h"

#include <stddef.h>

/* The C source at `path`, written to a file. False: it failed. `as_gcc_10`: without what newer
 * compilers put into the headers and libclang does not know. */
bool preprocess_c(const struct command *command, const char *path, const char *output,
                  bool as_gcc_10);

struct fortran_input {
    const char *name; /* as the compiler is given it */
    bool free_form;
    const char *input; /* file that is its standard input, or NULL */
};

/* The text with its line markers; NULL: it failed, and error says so. The caller's to free. */
char *preprocess_fortran(const struct command *command, const struct fortran_input *source,
                         size_t *size, struct error *error);

#endif
