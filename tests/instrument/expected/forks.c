#include <triptych/probes.h>
TRI_UNIT_BEGIN(11);
TRI_SHAPE(1, 0, TRI_SUM_VALUE(0));
#line 1 "forks.c"
/* forks.c: calls after which the program may go on in a forked child. Every child ends at once, or
 * its parent does. */
#include <stdlib.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

static int started(void)
{ TRI_ROUTINE(0);
    return fork() == 0; /* no loop is around it here */
}

static void start(int many)
{ TRI_ROUTINE(1);
    { TRI_LOOP(2); for (int i = 0; i < many; i++)
        { TRI_TRIP(2); if (TRI_FORK_BEGIN fork() TRI_FORK_END(TRI_ANEW(2)) == 0)
            _exit(0); } }
}

TRI_ONCE static int other(int x)
{
    return x + 1;
}

#define START() fork()

int main(void)
{ TRI_ROUTINE(4);
    int sum = 0;
    { TRI_NEST_LOOP(5, 1, 0); while (sum < 2) { TRI_TRIP(5);
        { TRI_PUBLISH(tri_loop_5, 1, 0); { TRI_LOOP(6); for (int i = 0; i < 2; i++)
            { TRI_TRIP(6); if (TRI_FORK_BEGIN started() TRI_FORK_END(TRI_ANEW(6) TRI_ANEW(5)))
                _exit(0); } } }
        (TRI_PUBLISH(tri_loop_5, 1, 0), TRI_FORK_VOID_BEGIN start(
#ifdef MANY
            10
#else
            2
#endif
        ) TRI_FORK_VOID_END(TRI_ANEW(5)));
        sum += (TRI_PASS(TRI_SUM(tri_loop_5, 0)), other(sum)) + (int)sizeof(fork());
    } }
    { TRI_LOOP(7); for (int i = 0; i < 2; i++)
        { TRI_TRIP(7); if (START() == 0) /* made by a macro: not seen */
            _exit(0); } } { TRI_LOOP(8); TRI_TRIPS(8, (0), TRI_BELOW, (1), 1);
#pragma omp parallel for default(none)
    for (int i = 0; i < 1; i++)
        if (started())
            _exit(0); }
    { TRI_LOOP(9); while (wait(NULL) > 0)
        { TRI_TRIP(9); sum--; } }
    { TRI_LOOP(10); do
        { TRI_TRIP(10); sum--; }
    while (sum > 1000 && TRI_FORK_BEGIN daemon(0, 0) TRI_FORK_END(TRI_ANEW(10))); }
    return 0;
}
#line 1 "<triptych>"
TRI_TABLE(11) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 8, 11, 0, "started", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 13, 18, 0, "start", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 15, 17, 2, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 20, 23, 0, "other", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 27, 56, 0, "main", "forks.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_WHILE, 1, 30, 42, 5, "", "forks.c", 0, 1, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 31, 33, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 43, 45, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 47, 49, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_WHILE, 5, 50, 51, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DO, 6, 52, 54, 5, "", "forks.c", 0),
};
TRI_LIGHTS(1) = {
    TRI_LIGHT(3, 5, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(11, "forks.c", "DIR", tri_lights, 1);
