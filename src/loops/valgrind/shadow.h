/* shadow.h: shadow memory of a watched loop: for each piece of the program's memory, which trips
 * last wrote and read it. */
#ifndef LOOPS_VALGRIND_SHADOW_H
#define LOOPS_VALGRIND_SHADOW_H

#include "loops/valgrind/base.h"

/* A piece of memory of 8, 4 or 1 bytes. Trips are numbered through all visits, from 1; 0: none.
 * Accesses have the numbers of instructions.h. */
struct shadow_cell {
    ULong wrote;
    ULong read;   /* the last trip that read it since it was written */
    ULong before; /* the last trip before `read` that did so */
    UInt writer, reader, before_reader;
};

struct shadow;
struct shadow *shadow_new(void);

/* Returns the cells of memory from `start` on, as far as they are in one page, split so that no
 * cell exceeds the range. `*count`: number of cells; `*bytes`: how many bytes of the range they
 * are. */
struct shadow_cell *shadow_cells(struct shadow *shadow, Addr start, SizeT size, UInt *count,
                                 SizeT *bytes);

/* Returns the cell of a byte. */
const struct shadow_cell *shadow_cell(struct shadow *shadow, Addr address);

/* Forgets what is known of a range of memory. */
void shadow_forget(struct shadow *shadow, Addr start, SizeT size);

/* Copies what is known of a block of memory to another one. */
void shadow_copy(struct shadow *shadow, Addr to, Addr from, SizeT size);

#endif
