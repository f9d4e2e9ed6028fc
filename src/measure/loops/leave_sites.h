/* leave_sites.h: finds the function and block at an address of a measured binary. */
#ifndef MEASURE_LOOPS_LEAVE_SITES_H
#define MEASURE_LOOPS_LEAVE_SITES_H

#include <stdbool.h>
#include <stdint.h>

struct leave_site {
    uint32_t function; /* number */
    uint32_t node;     /* the node of its block */
    uint32_t behind;   /* instructions of the block that are not executed yet */
    uint32_t within;   /* bytes from the beginning of the only instruction of the block */
    bool is_first;     /* the first instruction of the block */
    uint64_t start;    /* address of the function */
    bool in_register;  /* the context is in the leaf register: FORMAT_ORIGIN_IN_REGISTER */
};

/* The instruction of the original that corresponds to an address in a copy. */
struct leave_origin {
    uint64_t address;
    uint64_t pushed;        /* bytes that the copy has on the stack */
    struct leave_site site; /* node 0: outside, as far as counting is concerned */
};

/* Finds the block at an address of the original. False if it is not measured. */
bool leave_site_at(uint64_t address, struct leave_site *site);

/* Finds the original of an address in a copy. False if it is in none. */
bool leave_origin_at(uint64_t pc, struct leave_origin *origin);

/* Finds the byte of slow_entry, which follows each copy, at an address. False if it is
 * elsewhere. */
bool leave_slow_at(uint64_t pc, uint64_t *at);

/* Finds the copy of an instruction of the original. False if there is none. */
bool leave_copy_at(uint64_t address, const struct leave_site *site, uint64_t *pc);

#endif
