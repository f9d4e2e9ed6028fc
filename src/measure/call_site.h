/* call_site.h: where in the program a call stands whose return address a collector knows. */
#ifndef MEASURE_CALL_SITE_H
#define MEASURE_CALL_SITE_H

#include "measure/address.h"

#include <triptych/probes.h>

#include <stdbool.h>

/* Finds the instruction that called what the region's name says: it ends at the return address; or
 * it is a jump, where a routine's last deed is the call. An address that begins a function stands
 * for a call at the end of this function, unless the region is the function itself. False: it is in
 * no module. Never with the guard held: the loader has a lock of its own where libc is old. */
bool call_site_of(enum tri_kind kind, const char *name, const void *address, struct address *found);

#endif
