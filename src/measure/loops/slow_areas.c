/* slow_areas.c: memory for the vector registers of x86-64, outside of the stack. As slow.c, this
 * file is compiled for general registers only. A thread that leaves slow_make by a jump keeps its
 * area. */
#include "measure/loops/slow.h"

#include <stdbool.h>
#include <stddef.h>

enum { AREAS = 32 };

static _Alignas(64) char areas[AREAS][SLOW_AREA];
static bool is_taken[AREAS];

void *slow_area_take(void)
{
    for (uint32_t i = 0; i < AREAS; i++) {
        if (!__atomic_exchange_n(&is_taken[i], true, __ATOMIC_ACQUIRE))
            return areas[i];
    }
    return NULL;
}

void slow_area_give(void *area)
{
    uintptr_t at = (uintptr_t)area - (uintptr_t)areas;
    if (at < sizeof areas) /* otherwise it was on the stack */
        __atomic_store_n(&is_taken[at / SLOW_AREA], false, __ATOMIC_RELEASE);
}
