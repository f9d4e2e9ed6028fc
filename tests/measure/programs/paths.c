/* paths.c: nesting, recursion, loops left in every way; the counts are known by hand
 * (test_paths.py). */
#include "regions.h"

#include <stdlib.h>

enum { MAIN, FACT, FIND, FIND_LOOP, GRID, GRID_OUTER, GRID_INNER, A, B, C, CALLS, COUNT };
TRI_UNIT_BEGIN(COUNT);

static long fact(int n)
{
    TRI_ROUTINE(FACT);
    return n < 2 ? 1 : n * fact(n - 1);
}

static int find(int what)
{
    TRI_ROUTINE(FIND);
    TRI_LEAF_LOOP(FIND_LOOP);
    for (int i = 0; i < 100; i++) {
        TRI_TRIP(FIND_LOOP);
        if (i == what)
            return i; /* leaves loop and routine at once */
    }
    return -1;
}

static void grid(int n, int m)
{
    TRI_ROUTINE(GRID);
    {
        TRI_LOOP(GRID_OUTER);
        for (int i = 0; i < n; i++) {
            TRI_TRIP(GRID_OUTER);
            TRI_LEAF_LOOP(GRID_INNER);
            for (int j = 0; j < m; j++) {
                TRI_TRIP(GRID_INNER);
                if (i == 3 && j == 5)
                    goto out;
            }
        }
    }
out:;
}

static void c(void)
{
    TRI_ROUTINE(C);
}

static void b(void)
{
    TRI_ROUTINE(B);
    c();
}

static void a(void)
{
    TRI_ROUTINE(A);
    b();
    c();
}

int main(void)
{
    TRI_ROUTINE(MAIN);
    if (fact(10) != 3628800)
        return 1;
    for (int i = 0; i < 120; i++)
        find(i);
    grid(3, 7);
    grid(10, 10);
    grid(0, 10);
    TRI_LOOP(CALLS);
    for (int i = 0; i < 50; i++) {
        TRI_TRIP(CALLS);
        a();
        b();
        c();
    }
    return 0;
}

static struct tri_region tri_regions[COUNT] = {
    ROUTINE(MAIN, "main"),     ROUTINE(FACT, "fact"), ROUTINE(FIND, "find"),
    LOOP(FIND_LOOP, 1, FIND),  ROUTINE(GRID, "grid"), LOOP(GRID_OUTER, 1, GRID),
    LOOP(GRID_INNER, 2, GRID), ROUTINE(A, "a"),       ROUTINE(B, "b"),
    ROUTINE(C, "c"),           LOOP(CALLS, 1, MAIN),
};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
