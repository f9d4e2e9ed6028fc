/* holder.h: finds the pointers that lead to a block of memory which is no variable itself. */
#ifndef MEASURE_MPI_HOLDER_H
#define MEASURE_MPI_HOLDER_H

#include "measure/address.h"
#include "measure/unwind/walk.h"

#include <stdbool.h>
#include <stdint.h>

enum { HOLDER_MOST = 4 }; /* most pointers of one block */

struct holder_found {
    uintptr_t start, end; /* the block; end is start plus 1 if its size is not known */
    uintptr_t at[HOLDER_MOST];
    unsigned count;
};

/* Finds pointers to the block that contains `buffer`, in the writable data of a module: pointers
 * to the buffer itself, or else to the beginning of the allocated block around it. */
void holder_search_data(const struct measure_address_span *module, uintptr_t buffer,
                        struct holder_found *found);

/* The same in frames. */
void holder_search_frames(const struct measure_walk_frame *frames, unsigned count, uintptr_t buffer,
                          struct holder_found *found);

/* Reads a word of this process; false if there is none at that address. */
bool holder_read(uintptr_t at, uintptr_t *word);

#endif
