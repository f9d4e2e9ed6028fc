/* fortran_units.h: finds the file that a Fortran unit is connected to. */
#ifndef MEASURE_FORTRAN_UNITS_H
#define MEASURE_FORTRAN_UNITS_H

#include <stdint.h>

/* Returns the region of the file that the unit is connected to; 0 if it is not measured. Never call
 * it during a statement on that unit. It may be called inside another I/O statement, by a function
 * in its list. */
uint32_t fortran_unit_region(int64_t unit);

/* Returns the region of the file after an OPEN of the unit. */
uint32_t fortran_unit_opened(int64_t unit);

/* Forgets the file of a unit that was closed. */
void fortran_unit_closed(int64_t unit);

#endif
