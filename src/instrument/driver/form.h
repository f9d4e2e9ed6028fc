/* form.h: determines how the compiler of a command reads a Fortran source. */
#ifndef INSTRUMENT_DRIVER_FORM_H
#define INSTRUMENT_DRIVER_FORM_H

#include "instrument/driver/facts.h"
#include "instrument/fortran/form.h"

/* The form of a source. Starts zeroed. */
struct form {
    struct instrument_fortran_form read; /* its `folders` point to those below */
    bool preprocessed;
    bool f2c, says_second; /* -ff2c is given; an option decides on second underscores */
    struct words folders;  /* where INCLUDE searches: the source's own folder first */
};

/* Determines the form of the source `name`. `x`: the language given by -x, or NULL. What a wrapper
 * adds to the command is among the facts. */
void form_read(struct form *form, const struct command *command, const struct facts *facts,
               const char *name, const char *x);
void form_free(struct form *form);

/* Returns the folder of a file, as -I takes it. The caller frees it. */
char *form_folder(const char *name);

#endif
