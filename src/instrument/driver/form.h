/* form.h: how the compiler of a command reads a Fortran source. */
#ifndef INSTRUMENT_DRIVER_FORM_H
#define INSTRUMENT_DRIVER_FORM_H

#include "instrument/driver/facts.h"
#include "instrument/fortran/form.h"

/* Zero-initialise. */
struct form {
    struct instrument_fortran_form read; /* its folders are those below */
    bool preprocessed;
    bool f2c, says_second; /* -ff2c; an option tells of second underscores */
    struct words folders;  /* where INCLUDE looks: the source's own first */
};

/* Fills in the form of the source `name`, for which -x says `x`, or NULL. What a wrapper adds to
 * the command is among the facts. */
void form_read(struct form *form, const struct command *command, const struct facts *facts,
               const char *name, const char *x);
void form_free(struct form *form);

/* The folder of a file, as -I takes it. The caller's to free. */
char *form_folder(const char *name);

#endif
