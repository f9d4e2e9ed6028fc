/* user.c: what a program may say by itself: named regions, begin and end, pause and resume. */
#include "regions.h"

#include <triptych/triptych.h>

enum { MAIN, INNER, DEEP, COUNT };
TRI_UNIT_BEGIN(COUNT);

static void inner(void)
{
    TRI_ROUTINE(INNER);
}

static int early(int n)
{
    TRI_REGION ("early") {
        if (n % 2)
            return 1;
        inner();
    }
    return 0;
}

static void pausing(void)
{
    TRI_ROUTINE(DEEP);
    tri_pause();
    inner(); /* not measured */
} /* and it stays paused in the caller */

int main(void)
{
    TRI_ROUTINE(MAIN);
    for (int i = 0; i < 10; i++)
        early(i);
    tri_begin("assembly");
    inner();
    tri_begin("numbering");
    inner();
    tri_end();
    tri_end();
    tri_end(); /* one too many: nothing happens */
    inner();
    pausing();
    inner(); /* not measured */
    tri_pause();
    tri_resume();
    inner();
    tri_resume();
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(INNER, "inner"),
                                               ROUTINE(DEEP, "pausing")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
