#include <triptych/probes.h>
TRI_UNIT_BEGIN(8);
#line 1 "lines.c"
/* #line, and text that the compiler never sees. */
#include <stdio.h>
#if 0
for (;;) { "unfinished
#endif
static int seen(void)
{ TRI_ROUTINE(0);
    int x = 0;
#ifdef NEVER
    for (int i = 0; i < 100; i++) {
#else
    { TRI_LEAF_LOOP(1); for (int i = 0; i < 10; i++) { TRI_TRIP(1);
#endif
        x++;
    } }
    { TRI_LEAF_LOOP(2); for (int i = 0;
#if 1
         i < 3;
#else
         i < 4;
#endif
         i++)
        { TRI_TRIP(2); x++; } }
    return x;
}
#line 100 "grammar.y"
static int generated(void)
{ TRI_ROUTINE(3);
    int x = 0;
    { TRI_LEAF_LOOP(4); for (int i = 0; i < 3; i++) { TRI_TRIP(4); x += __LINE__; } }
    return x;
}
#line 200
int main(void)
{ TRI_ROUTINE(5);
    TRI_IO_BEGIN(6, TRI_FD(1)) printf("%s %d %d %d\n", __FILE__, __LINE__, seen(), generated()) TRI_IO_END(6, tri_result);
    TRI_IO_BEGIN(7, TRI_FD(1)) printf("%d %d\n",
           __LINE__,
           __LINE__) TRI_IO_END(7, tri_result);
    return 0;
} /* no newline at the end */
#line 1 "<triptych>"
TRI_TABLE(8) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 6, 25, 0, "seen", "lines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 12, 15, 1, "", "lines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 16, 23, 1, "", "lines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 100, 105, 0, "generated", "grammar.y", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 103, 103, 4, "", "grammar.y", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 200, 207, 0, "main", "grammar.y", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 202, 202, 6, "printf", "grammar.y", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 203, 205, 6, "printf", "grammar.y", 0),
};
TRI_UNIT_END(8, "lines.c", "DIR");
