/* intrinsics.h: names of intrinsic procedures. */
#ifndef INSTRUMENT_FORTRAN_READER_INTRINSICS_H
#define INSTRUMENT_FORTRAN_READER_INTRINSICS_H

#include <stdbool.h>

/* True for an intrinsic function without side effects; the name is in lower case. */
bool intrinsics_is_function(const char *name);
/* True for an intrinsic subroutine. */
bool intrinsics_is_subroutine(const char *name);

#endif
