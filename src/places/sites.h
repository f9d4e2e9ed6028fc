/* sites.h: the directives of the program, found by keys that are the same at every place, where
 * addresses may differ. */
#ifndef PLACES_SITES_H
#define PLACES_SITES_H

#include "triptych/places_calls.h"

#include <stdbool.h>

/* NULL if the program has no such site. */
const struct tri_site *sites_find(unsigned long long key);

/* Returns a number that is the same for programs with the same sites. */
unsigned long long sites_sum(void);

/* True if the program has a `when`: an activity may wait for any other one. */
bool sites_have_when(void);

#endif
