#include <triptych/probes.h>
TRI_UNIT_BEGIN(7);
#line 1 "landing.c"
/* setjmp and longjmp. */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf buffer;
static sigjmp_buf signals;
static int depth;

static void deep(int n)
{ TRI_ROUTINE(0);
    { TRI_LOOP(1); while (n == 0)
        { TRI_TRIP(1); longjmp(buffer, 7); } }
    (TRI_TAIL(0), deep(n - 1));
}

int main(void)
{ TRI_ROUTINE(2);
    volatile int tries = 0;
    int result;
    { TRI_VOLATILE_LOOP(4); for (volatile int i = 0; i < 3; i++) { TRI_TRIP(4);
        if (TRI_LANDED(tri_loop_4.node ? tri_loop_4.node : tri_frame_2, setjmp(buffer)) == 0) {
            tries++;
            deep(i);
        }
        { TRI_VOLATILE_LOOP(5); while (tries < 2) { TRI_TRIP(5);
            { TRI_MARKED(3); /* triptych: region inner */
            if (TRI_LANDED(tri_frame_3 ? tri_frame_3 : tri_loop_5.node ? tri_loop_5.node : tri_loop_4.node ? tri_loop_4.node : tri_frame_2, setjmp(buffer)))
                tries++;
            else
                deep(2);
            } /* triptych: end */
        } }
    } }
    result = TRI_LANDED(tri_frame_2, sigsetjmp(signals, 1));
    if (depth++ < 2)
        siglongjmp(signals, depth);
    TRI_IO_BEGIN(6, TRI_FD(1)) printf("%d %d %d\n", tries, result, depth) TRI_IO_END(6, tri_result);
    return 0;
}
#line 1 "<triptych>"
TRI_TABLE(7) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 9, 14, 0, "deep", "landing.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_WHILE, 1, 11, 12, 1, "", "landing.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 16, 39, 0, "main", "landing.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_USER, 0, 1, 26, 31, 3, "inner", "landing.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 20, 33, 3, "", "landing.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_WHILE, 2, 25, 32, 3, "", "landing.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 37, 37, 3, "printf", "landing.c", 0),
};
TRI_UNIT_END(7, "landing.c", "DIR");
