/* kernel_mask.c: conditions on narrow columns as they lie in the table. */
#include "query/kernel.h"

void kernel_lookup_narrow(const uint8_t *table, size_t rows, const uint16_t *index, size_t count,
                          uint8_t *mask)
{
    for (size_t i = 0; i < count; i++)
        mask[i] &= table[index[i] < rows ? index[i] : rows];
}

void kernel_lookup_wide(const uint8_t *table, size_t rows, const uint32_t *index, size_t count,
                        uint8_t *mask)
{
    for (size_t i = 0; i < count; i++)
        mask[i] &= table[index[i] < rows ? index[i] : rows];
}

void kernel_between(const uint32_t *values, uint32_t low, uint32_t high, bool outside, size_t count,
                    uint8_t *mask)
{
    uint32_t width = high - low;
    uint8_t turned = outside;
    for (size_t i = 0; i < count; i++)
        mask[i] &= (uint8_t)((uint32_t)(values[i] - low) <= width) ^ turned;
}

size_t kernel_count(const uint8_t *mask, size_t count)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i++)
        set += mask[i];
    return set;
}

size_t kernel_select(const uint8_t *mask, size_t count, uint16_t *selected)
{
    size_t set = 0;
    for (size_t i = 0; i < count; i++) {
        selected[set] = (uint16_t)i;
        set += mask[i];
    }
    return set;
}
