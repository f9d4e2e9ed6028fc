/* address.h: what is known of an address in the program: which file it came from, and where in it.
 */
#ifndef MEASURE_ADDRESS_H
#define MEASURE_ADDRESS_H

#include <stdbool.h>

enum { ADDRESS_TEXT = 80 };

struct address {
    const char *module;    /* path; stays as long as the module is loaded */
    char at[ADDRESS_TEXT]; /* as in format/region.h */
};

/* The path of the module alone; NULL: it is in none. */
const char *address_module(const void *where);

/* False: it is in no module. Never with the guard held: the loader has a lock of its own. */
bool address_of(const void *where, struct address *address);

/* Adds another one, which it may be as well; what is in another module, or does not fit, is left
 * out. */
void address_add(const void *where, struct address *address);

#endif
