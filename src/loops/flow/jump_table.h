/* jump_table.h: a jump table, from which an indirect jump takes its target. */
#ifndef LOOPS_FLOW_JUMP_TABLE_H
#define LOOPS_FLOW_JUMP_TABLE_H

#include "loops/binary/binary.h"

/* A table in the binary. Its targets are base + (entry << shift). */
struct loops_table {
    uint64_t address, base;
    uint32_t count;
    uint8_t size; /* bytes per entry: 1, 2, 4 or 8 */
    uint8_t shift;
    bool is_signed;
    bool is_guess; /* the number of entries is not known: there may be fewer */
    bool is_lost;  /* where no table is recognized: there is one, for the target is computed, as no
                      pointer to a function is */
};

enum { TABLE_MOST = 65536 }; /* entries that are read at most */

#endif
