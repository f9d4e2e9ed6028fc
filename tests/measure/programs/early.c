/* early.c: probes run before the unit is registered, after main, and with all descriptors closed.
 */
#include "regions.h"

#include <stdlib.h>
#include <unistd.h>

enum { MAIN, BEFORE, AFTER, DEEP, COUNT };
TRI_UNIT_BEGIN(COUNT);

__attribute__((constructor(101))) static void before(void)
{
    TRI_ROUTINE(BEFORE);
}

static void after(void)
{
    TRI_ROUTINE(AFTER);
}

static void deep(int n)
{
    TRI_ROUTINE(DEEP);
    if (n > 1)
        deep(n - 1);
}

int main(void)
{
    TRI_ROUTINE(MAIN);
    atexit(after);
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
    deep(5000); /* the profile must grow without a descriptor of its own */
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(BEFORE, "before"),
                                               ROUTINE(AFTER, "after"), ROUTINE(DEEP, "deep")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
