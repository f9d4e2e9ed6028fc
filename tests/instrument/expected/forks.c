#include <triptych/probes.h>
TRI_UNIT_BEGIN(10);
#line 1 "forks.c"
/* forks.c: calls after which the program may go on in a forked child. */
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

static int started(void)
{ TRI_ROUTINE(0);
    return fork() == 0; /* no loop is around it here */
}

static void start(int many)
{ TRI_ROUTINE(1);
    { TRI_LOOP(2); for (int i = 0; i < many; i++)
        { TRI_TRIP(2); if (TRI_FORK_BEGIN fork() TRI_FORK_END(TRI_ANEW(2)) == 0)
            exit(0); } }
}

static int other(int x)
{ TRI_LEAF_ROUTINE(3);
    return x + 1;
}

#define START() fork()

int main(void)
{ TRI_ROUTINE(4);
    int sum = 0;
    { TRI_LOOP(5); while (sum < 100) { TRI_TRIP(5);
        { TRI_LOOP(6); for (int i = 0; i < 3; i++)
            { TRI_TRIP(6); sum += TRI_FORK_BEGIN started() TRI_FORK_END(TRI_ANEW(6) TRI_ANEW(5)); } }
        TRI_FORK_VOID_BEGIN start(
#ifdef MANY
            10
#else
            2
#endif
        ) TRI_FORK_VOID_END(TRI_ANEW(5));
        sum += other(sum) + (int)sizeof(fork());
    } }
    { TRI_LOOP(7); for (int i = 0; i < 2; i++)
        { TRI_TRIP(7); sum += START() == 0; } } { TRI_LOOP(8); TRI_TRIPS(8, (0), TRI_BELOW, (2), 1); /* made by a macro: not seen */
#pragma omp parallel for default(none) reduction(+ : sum)
    for (int i = 0; i < 2; i++)
        sum += started(); }
    { TRI_LOOP(9); do
        { TRI_TRIP(9); sum--; }
    while (TRI_FORK_BEGIN daemon(0, 0) TRI_FORK_END(TRI_ANEW(9)) && sum); }
    return sum;
}
#line 1 "<triptych>"
TRI_TABLE(10) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 6, 9, 0, "started", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 11, 16, 0, "start", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 13, 15, 2, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 18, 21, 0, "other", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 25, 49, 0, "main", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_WHILE, 1, 28, 39, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 2, 29, 30, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 3, 40, 41, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 4, 43, 44, 5, "", "forks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DO, 5, 45, 47, 5, "", "forks.c", 0),
};
TRI_UNIT_END(10, "forks.c", "DIR");
