/* copies.c: see copies.h */
#include "measure/copies.h"

__attribute__((section("tri_together"))) uint32_t copies_generation = 1;

void measure_copies_are_stale(void)
{
    while (__atomic_add_fetch(&copies_generation, 1, __ATOMIC_RELEASE) == 0)
        ;
}
