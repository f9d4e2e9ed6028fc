/* call_site.h: finds the call instruction in the program for the return address that a collector
 * sees. */
#ifndef MEASURE_CALL_SITE_H
#define MEASURE_CALL_SITE_H

#include "measure/address.h"

#include <triptych/probes.h>

#include <stdbool.h>

/* Finds the instruction that called the function of that name: the call that ends at the return
 * address, or a jump if the call is the last action of its routine. An address at the beginning of
 * a function stands for a call at the end of this function, unless the region is the function
 * itself. False if the address is in no module. Never call it with the guard held: the loader of an
 * old libc has a lock of its own. */
bool call_site_of(enum tri_kind kind, const char *name, const void *address,
                  struct measure_address *found);

#endif
