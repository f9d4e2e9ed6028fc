/* address.h: finds the file that an address of the program was loaded from, and the position in
 * it. */
#ifndef MEASURE_ADDRESS_H
#define MEASURE_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_TEXT = 80 };

struct measure_address {
    const char *module;    /* path; valid as long as the module is loaded */
    char at[ADDRESS_TEXT]; /* the address in the form of format/region.h */
};

/* Returns the path of the module that holds the address; NULL if none does. */
const char *measure_address_module(const void *where);

/* Finds the module and the position of an address. False if no module holds it. Never call it with
 * the guard held: the loader has a lock of its own. */
bool measure_address_of(const void *where, struct measure_address *address);

/* Adds another address as an alternative. One in another module, or one that does not fit, is not
 * added. */
void measure_address_add(const void *where, struct measure_address *address);

#endif
