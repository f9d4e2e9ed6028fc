#include <triptych/probes.h>
TRI_UNIT_BEGIN(23);
#line 1 "macros.c"
/* Loops and I/O that come from macros, in part or as a whole. */
#include <assert.h>
#include <stdio.h>

#define EACH(i, n) for (int i = 0; i < (n); i++)
#define PAIRS(i, j, n) for (int i = 0; i < (n); i++) for (int j = 0; j < i; j++)
#define EACH_IF(i, n, c) for (int i = 0; i < (n); i++) if (c)
#define REPEAT(n, ...) do { for (int k_ = 0; k_ < (n); k_++) { __VA_ARGS__; } } while (0)
#define WITH_COUNTER(n) int counter = 0; for (int i_ = 0; i_ < (n); i_++)
#define FOREVER while (1)
#define BUMP(x) do { (x)++; } while (0)
#define TWO(x) x++; x++
#define BLOCK(x) { x++; }
#define SAY(x) printf("%d\n", x)
#define PRINT printf
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define LIMIT 4
#define BEGIN {
#define END }

static int first_even(const int *list, int n)
{ TRI_ROUTINE(0);
    { TRI_LEAF_LOOP(1); EACH(i, n) { TRI_TRIP(1);
        if (list[i] % 2 == 0)
            return list[i];
    } }
    return -1;
}

int main(void)
{ TRI_ROUTINE(2);
    int x = 0, list[] = {1, 3, 4};
    { TRI_LEAF_LOOP(3); EACH(i, 3) { TRI_TRIP(3); x += i; } }
    { TRI_LEAF_LOOP(4); EACH(i, 3) { TRI_TRIP(4); x += i; } }
    { TRI_LOOP(5); EACH(i, 3) { TRI_TRIP(5); { TRI_LEAF_LOOP(6); EACH(j, 2) { TRI_TRIP(6); x++; } } } }
    PAIRS(i, j, 4) { x++; }
    EACH_IF(i, 4, i % 2) { x++; }
    REPEAT(3, x++);
    { WITH_COUNTER(3) { counter++; } x += counter; }
    { TRI_LEAF_LOOP(12); FOREVER { TRI_TRIP(12); if (x++ > 40) break; } }
    for (int i = 0; i < LIMIT; i++) BUMP(x);
    for (int i = 0; i < 3; i++) TWO(x);
    for (int i = 0; i < 3; i++) BLOCK(x)
    for (int i = 0; i < 3; i++) BEGIN x++; END
    { TRI_LOOP(17); for (int i = 0; i < 3; i++) { TRI_TRIP(17); SAY(i); } }
    SAY(x);
    TRI_IO_BEGIN(20, TRI_FD(1)) PRINT("%d\n", first_even(list, 3)) TRI_IO_END(20, tri_result);
    assert(printf("checked\n") == 8);
    if (LIKELY(printf("likely\n") > 0)) x++;
    return x & 0x3f;
}
#line 1 "<triptych>"
TRI_TABLE(23) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 21, 28, 0, "first_even", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 1, 23, 26, 1, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 30, 51, 0, "main", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 1, 33, 33, 3, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 2, 34, 34, 3, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 3, 35, 35, 3, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 4, 35, 35, 3, "", "macros.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 5, 36, 36, 3, "", "macros.c", "it comes from a macro"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 6, 36, 36, 3, "", "macros.c", "it comes from a macro together with other statements"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 7, 37, 37, 3, "", "macros.c", "it comes from a macro"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 8, 38, 38, 3, "", "macros.c", "it comes from a macro"),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_UNMEASURED, 9, 39, 39, 3, "", "macros.c", "it comes from a macro together with other statements"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 10, 40, 40, 3, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 11, 41, 41, 3, "", "macros.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_LOOP, TRI_DETERMINED | TRI_UNMEASURED, 12, 42, 42, 3, "", "macros.c", "its body is in a macro argument"),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 13, 43, 43, 3, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 14, 44, 44, 3, "", "macros.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 15, 45, 45, 3, "", "macros.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_IO, TRI_WRITES | TRI_UNMEASURED, 1, 45, 45, 3, "printf", "macros.c", "it comes from a macro"),
    TRI_ROW(TRI_OFF, TRI_KIND_IO, TRI_WRITES | TRI_UNMEASURED, 2, 46, 46, 3, "printf", "macros.c", "it comes from a macro"),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 47, 47, 3, "printf", "macros.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_IO, TRI_WRITES | TRI_UNMEASURED, 4, 48, 48, 3, "printf", "macros.c", "it is in a macro argument"),
    TRI_ROW(TRI_OFF, TRI_KIND_IO, TRI_WRITES | TRI_UNMEASURED, 5, 49, 49, 3, "printf", "macros.c", "it is in a macro argument"),
};
TRI_LIGHTS(3) = {
    TRI_LIGHT(13, 2, 0, -1, -1, -1, 1, 0, 0, 4, 0, 0),
    TRI_LIGHT(15, 2, 0, -1, -1, -1, 1, 0, 0, 3, 0, 0),
    TRI_LIGHT(16, 2, 0, -1, -1, -1, 1, 0, 0, 3, 0, 0),
};
TRI_LIT_UNIT_END(23, "macros.c", "DIR", tri_lights, 3);
