#include <triptych/probes.h>
TRI_UNIT_BEGIN(8);
#line 1 "lines.c"
/* #line, and text that the compiler never sees. */
#include <stdio.h>
#if 0
for (;;) { "unfinished
#endif
TRI_ONCE static int seen(void)
{
    int x = 0;
#ifdef NEVER
    for (int i = 0; i < 100; i++) {
#else
    for (int i = 0; i < 10; i++) {
#endif
        x++;
    }
    for (int i = 0;
#if 1
         i < 3;
#else
         i < 4;
#endif
         i++)
        x++;
    return x;
}
#line 100 "grammar.y"
TRI_ONCE static int generated(void)
{
    int x = 0;
    for (int i = 0; i < 3; i++) x += __LINE__;
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
TRI_LIGHTS(5) = {
    TRI_LIGHT(0, 5, 0, -1, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(1, 5, 1, -1, -1, -1, 1, 0, 0, 10, 0, 0),
    TRI_LIGHT(2, 5, 1, -1, -1, -1, 1, 0, 0, 3, 0, 0),
    TRI_LIGHT(3, 5, 0, -1, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(4, 5, 4, -1, -1, -1, 1, 0, 0, 3, 0, 0),
};
TRI_LIT_UNIT_END(8, "lines.c", "DIR", tri_lights, 5);
