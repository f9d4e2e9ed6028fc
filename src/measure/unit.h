/* unit.h: translation units register their regions when they are loaded, or at the first visit of
 * one. */
#ifndef MEASURE_UNIT_H
#define MEASURE_UNIT_H

#include <triptych/probes.h>

/* Registers a region on its first visit, together with its whole unit. */
void unit_meet(struct tri_region *region);

#endif
