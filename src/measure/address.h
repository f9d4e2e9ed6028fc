/* address.h: finds the file that an address of the program was loaded from, and the position in
 * it. */
#ifndef MEASURE_ADDRESS_H
#define MEASURE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

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

/* A loaded module. */
struct measure_address_span {
    const char *module;   /* path; valid as long as the module is loaded */
    uintptr_t start, end; /* addresses in memory; `start` is that of its ELF header */
    uintptr_t load;       /* to be subtracted from an address to get it as it was linked */
};

/* Finds the module that holds an address. False if none does, or if the C library cannot tell
 * without a lock. */
bool measure_address_span(const void *where, struct measure_address_span *span);

/* Adds another address as an alternative. One in another module, or one that does not fit, is not
 * added. */
void measure_address_add(const void *where, struct measure_address *address);

#endif
