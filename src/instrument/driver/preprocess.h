/* preprocess.h: runs the compiler's preprocessor on a source. */
#ifndef INSTRUMENT_DRIVER_PREPROCESS_H
#define INSTRUMENT_DRIVER_PREPROCESS_H

#include "instrument/driver/command.h"
#include "util/error.h"

#include <stddef.h>

/* Preprocesses the C source at `path` to a file; false if that fails. `as_gcc_10`: the compiler
 * claims to be gcc 10, so that headers do not use newer features, which libclang may not know. */
bool preprocess_c(const struct command *command, const char *path, const char *output,
                  bool as_gcc_10);

/* A Fortran source to preprocess. */
struct fortran_input {
    const char *name; /* as the compiler gets it */
    bool free_form;
    const char *input; /* file for its standard input, or NULL */
};

/* Returns the preprocessed text with its line markers; NULL with an error. The caller frees it. */
char *preprocess_fortran(const struct command *command, const struct fortran_input *source,
                         size_t *size, struct error *error);

#endif
