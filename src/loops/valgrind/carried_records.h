/* carried_records.h: the dependences between trips that were found. */
#ifndef LOOPS_VALGRIND_CARRIED_RECORDS_H
#define LOOPS_VALGRIND_CARRIED_RECORDS_H

#include "loops/valgrind/carried.h"

/* Where a piece of memory is, or a register: see struct format_carried. */
struct carried_place {
    UInt storage, owner;
    ULong code, stack, low, high;
};

/* Returns where a range of memory is that the instruction at `code` touches during a visit. */
struct carried_place carried_place_of(const struct carried_visit *visit, Addr start, SizeT size,
                                      Addr code);

/* Adds a dependence at a distance of so many trips between two accesses. */
void carried_record(UInt loop, UInt kind, UInt from, UInt to, ULong distance,
                    const struct carried_place *place);

/* Returns all dependences, and their count. */
const struct format_carried *carried_records(UInt *count);

/* Forgets them. */
void carried_records_clear(void);

#endif
