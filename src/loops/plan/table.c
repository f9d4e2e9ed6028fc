/* table.c: see table.h */
#include "loops/plan/table.h"

#include <string.h>

bool loops_table_target(const struct loops_binary *binary, const struct loops_table *table,
                        uint32_t entry, uint64_t *target)
{
    const uint8_t *bytes = loops_binary_bytes(
        binary, table->address + (uint64_t)entry * table->size, table->size, NULL);
    uint64_t value = 0;
    if (!bytes)
        return false;
    memcpy(&value, bytes, table->size);
    if (table->is_signed && table->size < 8) {
        uint64_t sign = UINT64_C(1) << (8 * table->size - 1);
        value = (value ^ sign) - sign;
    }
    *target = table->base + (value << table->shift);
    return true;
}
