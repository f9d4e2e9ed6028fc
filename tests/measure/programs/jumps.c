/* jumps.c: longjmp out of nested regions, seen by the instrumenter (landed) and not seen by it
 * (unseen). */
#include "regions.h"

#include <setjmp.h>

enum { MAIN, LANDED, LANDED_LOOP, UNSEEN, INNER, THROWER, AFTER, COUNT };
TRI_UNIT_BEGIN(COUNT);

static jmp_buf place;

static void thrower(int value)
{
    TRI_ROUTINE(THROWER);
    longjmp(place, value);
}

static void inner(int value)
{
    TRI_ROUTINE(INNER);
    thrower(value);
}

static void after(void)
{
    TRI_ROUTINE(AFTER);
}

static void landed(void)
{
    TRI_ROUTINE(LANDED);
    TRI_VOLATILE_LOOP(LANDED_LOOP);
    for (volatile int i = 0; i < 10; i++) {
        TRI_TRIP(LANDED_LOOP);
        if (TRI_LANDED(tri_loop_LANDED_LOOP.node, setjmp(place)) == 0)
            inner(i + 1);
        after(); /* below the loop again, not below the thrower */
    }
}

static void unseen(void)
{
    TRI_ROUTINE(UNSEEN);
    if (setjmp(place) == 0)
        inner(1);
}

int main(void)
{
    TRI_ROUTINE(MAIN);
    landed();
    for (volatile int i = 0; i < 20; i++)
        unseen();
    after();
    return 0;
}

static struct tri_region tri_regions[COUNT] = {
    ROUTINE(MAIN, "main"),     ROUTINE(LANDED, "landed"), LOOP(LANDED_LOOP, 1, LANDED),
    ROUTINE(UNSEEN, "unseen"), ROUTINE(INNER, "inner"),   ROUTINE(THROWER, "thrower"),
    ROUTINE(AFTER, "after")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
