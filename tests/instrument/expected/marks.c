#include <triptych/probes.h>
TRI_UNIT_BEGIN(16);
#line 1 "marks.c"
/* Stretches that the user marked. */
#include <stdio.h>

static int assemble(int n)
{ TRI_ROUTINE(0);
    int sum = 0;
    { TRI_MARKED(1); /* triptych: region assembly */
    { TRI_LEAF_LOOP(5); for (int i = 0; i < n; i++)
        { TRI_TRIP(5); sum += i; } }
    } /* triptych: end */
    { TRI_MARKED(2); // triptych: region solve
    sum *= 2;
    if (sum > 100)
        return sum;
    } // triptych: end
#pragma triptych region output
    { TRI_MARKED(3); TRI_IO_BEGIN(6, TRI_FD(1)) printf("%d\n", sum) TRI_IO_END(6, tri_result);
#pragma triptych region inner part
    { TRI_MARKED(4); TRI_IO_BEGIN(7, TRI_FD(1)) printf("%d\n", sum + 1) TRI_IO_END(7, tri_result); } }
#pragma triptych end
#pragma triptych end
    return sum;
}

TRI_ONCE static int refused(int n)
{
    /* triptych: region declares */
    int kept = n + 1;
    /* triptych: end */
    if (kept) {
        /* triptych: region crossed */
        kept++;
    }
    /* triptych: end */
    switch (n) {
        /* triptych: region cases */
    case 1:
        kept++;
        /* triptych: end */
    }
    /* triptych: end */
    /* triptych: region open */
    return kept;
}

int main(void)
{ TRI_ROUTINE(14);
    TRI_IO_BEGIN(15, TRI_FD(1)) printf("%d %d %d\n", assemble(3), assemble(50), refused(1)) TRI_IO_END(15, tri_result);
    return 0;
}
#line 1 "<triptych>"
TRI_TABLE(16) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 4, 23, 0, "assemble", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_USER, 0, 1, 7, 10, 1, "assembly", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_USER, 0, 2, 11, 15, 1, "solve", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_USER, 0, 3, 16, 21, 1, "output", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_USER, 0, 4, 18, 20, 1, "inner part", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 8, 9, 1, "", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 17, 17, 1, "printf", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 19, 19, 1, "printf", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 25, 44, 0, "refused", "marks.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_USER, TRI_UNMEASURED, 1, 27, 29, 9, "declares", "marks.c", "a variable declared inside it is used after it"),
    TRI_ROW(TRI_OFF, TRI_KIND_USER, TRI_UNMEASURED, 2, 31, 34, 9, "crossed", "marks.c", "its two marks are not between statements of the same block"),
    TRI_ROW(TRI_OFF, TRI_KIND_USER, TRI_UNMEASURED, 3, 36, 39, 9, "cases", "marks.c", "it contains a case label of an enclosing switch"),
    TRI_ROW(TRI_OFF, TRI_KIND_USER, TRI_UNMEASURED, 4, 41, 41, 9, "", "marks.c", "it is an end mark without a region mark"),
    TRI_ROW(TRI_OFF, TRI_KIND_USER, TRI_UNMEASURED, 5, 42, 42, 9, "open", "marks.c", "its end mark is missing"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 46, 50, 0, "main", "marks.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 48, 48, 15, "printf", "marks.c", 0),
};
TRI_LIGHTS(1) = {
    TRI_LIGHT(8, 14, 0, -1, -1, -1, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(16, "marks.c", "DIR", tri_lights, 1);
