/* language.h: determines the language of a source by its name and by -x. */
#ifndef INSTRUMENT_DRIVER_LANGUAGE_H
#define INSTRUMENT_DRIVER_LANGUAGE_H

#include <stdbool.h>

enum language { LANGUAGE_OTHER, LANGUAGE_C, LANGUAGE_FORTRAN, LANGUAGE_CXX };

/* Returns the language of a source. `x`: the language given by -x, or NULL: then the name decides.
 */
enum language language_of(const char *name, const char *x);

/* True if a Fortran source is in free form, and if it is preprocessed, unless an option says
 * otherwise. */
bool language_is_free_form(const char *name, const char *x);
bool language_is_preprocessed(const char *name, const char *x);

/* True for suffixes that only flang takes for Fortran; gfortran takes such files for objects. */
bool language_is_flangs_own(const char *name);

#endif
