/* kernel_group.c: sums of values by code. */
#include "query/exec/kernel.h"

/* One loop per width of codes and values, with and without a selection. */
#define EACH(code, value)                                                                          \
    for (size_t i = 0; i < rows->count; i++) {                                                     \
        size_t at = rows->first + (selected ? selected[i] : i);                                    \
        struct kernel_cell *cell = &cells[rows->code[at]];                                         \
        cell->count++;                                                                             \
        cell->sum += (value);                                                                      \
    }

#define VALUES(name, code)                                                                         \
    static inline __attribute__((always_inline)) void name(                                        \
        const struct kernel_rows *rows, const uint16_t *selected, struct kernel_cell *cells)       \
    {                                                                                              \
        uint64_t base = rows->base;                                                                \
        if (!rows->values)                                                                         \
            EACH(code, (uint64_t)0)                                                                \
        else if (rows->width == 1)                                                                 \
            EACH(code, base + ((const uint8_t *)rows->values)[at])                                 \
        else if (rows->width == 2)                                                                 \
            EACH(code, base + ((const uint16_t *)rows->values)[at])                                \
        else if (rows->width == 4)                                                                 \
            EACH(code, base + ((const uint32_t *)rows->values)[at])                                \
        else                                                                                       \
            EACH(code, base + ((const uint64_t *)rows->values)[at])                                \
    }
VALUES(narrow, codes)
VALUES(wide, wide_codes)

void kernel_sum_by_code(const struct kernel_rows *rows, struct kernel_cell *cells)
{
    if (rows->codes && rows->selected)
        narrow(rows, rows->selected, cells);
    else if (rows->codes)
        narrow(rows, NULL, cells);
    else if (rows->selected)
        wide(rows, rows->selected, cells);
    else
        wide(rows, NULL, cells);
}
