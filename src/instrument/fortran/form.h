/* form.h: the options that decide how a Fortran text is read. */
#ifndef INSTRUMENT_FORTRAN_FORM_H
#define INSTRUMENT_FORTRAN_FORM_H

#include <stdbool.h>

struct instrument_fortran_form {
    bool free; /* free form; else fixed form */
    unsigned
        width; /* columns that count; 0: all. By default 72 in fixed form and 132 in free form */
    bool debug_lines;   /* fixed form: lines that begin with D are statements, not comments */
    bool openacc;       /* !$acc directives have an effect */
    bool openmp;        /* lines that begin with !$ are statements, and all !$omp directives have an
                           effect; else only those of SIMD loops may */
    bool no_automatic;  /* local variables have static storage: -fno-automatic */
    bool wide_integers; /* integer(4) has 8 bytes: -finteger-4-integer-8 */
    bool no_underscore, second_underscore; /* linker symbols end with "", or with "__" if the name
                                              has an underscore; else with "_" */
    const char *const
        *folders; /* where INCLUDE files are searched; ends with NULL. NULL: nowhere */
};

#endif
