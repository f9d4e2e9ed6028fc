/* unit.h: translation units register their regions when they are loaded, or at the first visit of
 * one. */
#ifndef MEASURE_UNIT_H
#define MEASURE_UNIT_H

#include <triptych/probes.h>

/* A region that was not registered yet, on its first visit; with its whole unit. */
void unit_meet(struct tri_region *region);

#endif
