/* table.h: jump tables: where an indirect jump can go. */
#ifndef LOOPS_PLAN_TABLE_H
#define LOOPS_PLAN_TABLE_H

#include "loops/binary/binary.h"

/* An entry is where to go, less `base`, divided by 2 to the power of `shift`. */
struct loops_table {
    uint64_t address, base;
    uint32_t count;
    uint8_t size; /* bytes of an entry */
    uint8_t shift;
    bool is_signed;
    bool is_guess; /* nothing tells how many entries there are: it may have fewer */
};

enum { TABLE_MOST = 65536 };

/* Where an entry leads; false: it is not there. */
bool loops_table_target(const struct loops_binary *binary, const struct loops_table *table,
                        uint32_t entry, uint64_t *target);

#endif
