/* large.c: many nodes: `large deep N` recurses N deep, `large wide N` makes all paths of length N
 * over two routines, `large flat N` calls N regions in turn. */
#include "regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAIN, DEEP, LEFT, RIGHT, COUNT };
TRI_UNIT_BEGIN(COUNT);

static int deep(int n)
{
    TRI_ROUTINE(DEEP);
    return n > 1 ? deep(n - 1) + 1 : 1;
}

static void wide(int n)
{
    if (n == 0)
        return;
    {
        TRI_ROUTINE(LEFT);
        wide(n - 1);
    }
    {
        TRI_ROUTINE(RIGHT);
        wide(n - 1);
    }
}

static void flat(int n, int rounds)
{
    static struct tri_region regions[20000]; /* the library keeps pointers to them */
    for (int i = 0; i < n; i++)
        regions[i] = (struct tri_region){.mode = TRI_NEW,
                                         .kind = TRI_KIND_ROUTINE,
                                         .name = "one of many",
                                         .file = "",
                                         .line = (unsigned)i};
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++)
            tri_leave(tri_enter(&regions[i]));
    }
}

int main(int argc, char **argv)
{
    TRI_ROUTINE(MAIN);
    int n = argc > 2 ? atoi(argv[2]) : 0;
    if (n && !strcmp(argv[1], "deep"))
        return deep(n) == n && deep(n) == n ? 0 : 1;
    if (n && n <= 24 && !strcmp(argv[1], "wide"))
        return wide(n), 0;
    if (n && n <= 20000 && !strcmp(argv[1], "flat"))
        return flat(n, 3), 0;
    return 2;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(DEEP, "deep"),
                                               ROUTINE(LEFT, "left"), ROUTINE(RIGHT, "right")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
