/* form.h: how a Fortran text is to be read. */
#ifndef INSTRUMENT_FORTRAN_FORM_H
#define INSTRUMENT_FORTRAN_FORM_H

#include <stdbool.h>

struct instrument_fortran_form {
    bool free;
    unsigned width;     /* columns that count; 0: all. Usually 72 in fixed form, 132 in free form */
    bool debug_lines;   /* fixed form: lines that begin with D are statements */
    bool openacc;       /* !$acc directives are followed */
    bool openmp;        /* lines behind !$ are statements; !$omp and !$acc are directives always */
    bool no_automatic;  /* local variables are saved: -fno-automatic */
    bool wide_integers; /* integer(4) is not what it says: -finteger-4-integer-8 */
    bool no_underscore, second_underscore; /* how the linker knows a common block */
    const char *const *folders;            /* where INCLUDE looks, ended by NULL; NULL: nowhere */
};

#endif
