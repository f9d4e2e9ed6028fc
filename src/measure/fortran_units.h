/* fortran_units.h: which file a Fortran unit is connected to. */
#ifndef MEASURE_FORTRAN_UNITS_H
#define MEASURE_FORTRAN_UNITS_H

#include <stdint.h>

/* The region of the file that the unit is connected to; 0: not measured. Never asked during a
 * statement on the unit, but maybe inside of one: by a function in its list. */
uint32_t fortran_unit_region(int64_t unit);

/* The same after an OPEN of the unit. */
uint32_t fortran_unit_opened(int64_t unit);

/* The unit was closed. */
void fortran_unit_closed(int64_t unit);

#endif
