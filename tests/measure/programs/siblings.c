/* siblings.c: two callers visit six regions in an irregular order, in which the next one is often
 * neither the last one nor the one that followed it last time. Prints the visits of each region per
 * caller (test_paths.py). */
#include "regions.h"

#include <stdio.h>

enum { REGIONS = 6, CALLERS = 2, VISITS = 20000 };
enum { MAIN, FIRST, SECOND, A, B, LEAF, TURNS, NEST, COUNT };
TRI_UNIT_BEGIN(COUNT);

static unsigned long visits[CALLERS][REGIONS];

static void routine(struct tri_region *region)
{
    struct tri_node *handle = tri_enter(region);
    if (handle)
        tri_leave(handle);
}

static void visit(unsigned which)
{
    static const unsigned long long values[] = {3, 3, 3};
    switch (which) {
    case 0:
    case 1:
        routine(&tri_regions[A + which]);
        break;
    case 2:
        tri_count_visit(&tri_regions[LEAF]);
        break;
    case 3:
        tri_count_loop(&tri_regions[TURNS], 2);
        break;
    case 4:
        tri_count_nest(&tri_regions[NEST], 5, values);
        break;
    default:
        routine(&tri_regions[MAIN]); /* a region that is also elsewhere in the tree */
    }
}

static void caller(unsigned which, unsigned seed)
{
    struct tri_node *handle = tri_enter(&tri_regions[FIRST + which]);
    for (int i = 0; i < VISITS; i++) {
        seed = seed * 1103515245 + 12345;
        unsigned region = (seed >> 16) % REGIONS;
        visits[which][region]++;
        visit(region);
    }
    if (handle)
        tri_leave(handle);
}

int main(void)
{
    TRI_ROUTINE(MAIN);
    for (unsigned round = 0; round < 2; round++) {
        caller(0, 1 + round);
        caller(1, 7 + round);
    }
    for (int c = 0; c < CALLERS; c++)
        for (int r = 0; r < REGIONS; r++)
            printf("%lu ", visits[c][r]);
    printf("\n");
    return 0;
}

static struct tri_region tri_regions[COUNT] = {
    ROUTINE(MAIN, "main"),
    ROUTINE(FIRST, "first"),
    ROUTINE(SECOND, "second"),
    ROUTINE(A, "a"),
    ROUTINE(B, "b"),
    ROUTINE(LEAF, "leaf"),
    LOOP(TURNS, 1, MAIN),
    [NEST] = TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 2, NEST + 1, NEST + 1, MAIN + 1, "nest",
                            __FILE__, 0, 1, 1),
};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
