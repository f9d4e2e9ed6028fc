/* intrinsics.h: names of intrinsic procedures. */
#ifndef INSTRUMENT_FORTRAN_READER_INTRINSICS_H
#define INSTRUMENT_FORTRAN_READER_INTRINSICS_H

#include <stdbool.h>

bool intrinsics_is_function(const char *name); /* one without side effects */
bool intrinsics_is_subroutine(const char *name);

#endif
