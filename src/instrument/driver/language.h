/* language.h: which language a source is written in, by its name and by -x. */
#ifndef INSTRUMENT_DRIVER_LANGUAGE_H
#define INSTRUMENT_DRIVER_LANGUAGE_H

#include <stdbool.h>

enum language { LANGUAGE_OTHER, LANGUAGE_C, LANGUAGE_FORTRAN, LANGUAGE_CXX };

/* `x` is what -x says, or NULL: the name decides. */
enum language language_of(const char *name, const char *x);

/* Of Fortran: what holds unless an option says otherwise. */
bool language_is_free_form(const char *name, const char *x);
bool language_is_preprocessed(const char *name, const char *x);

/* A suffix that gfortran takes for an object's, and flang for Fortran's. */
bool language_is_flangs_own(const char *name);

#endif
