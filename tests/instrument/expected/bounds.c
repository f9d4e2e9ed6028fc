#include <triptych/probes.h>
TRI_UNIT_BEGIN(23);
#line 1 "bounds.c"
/* Bounds of loops that macros make: they are determined as if they were written in place. */
#include <stdio.h>

#define N (1 << 10)
#define ROWS 16
#define COLUMNS (ROWS * 2 - 1)
#define SIZE(array) (sizeof(array) / sizeof(array)[0])
#define LAST (rows - 1)
#define NEGATIVE (-rows + 64)
#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define OF(list) ((list)->rows + 1)
#define BEHIND (*pointer + 1)
#define NEXT (limit++)
#define LOWER (limit -= 1)
#define SET (limit = 4)
#define CALLED (get() + 1)
#define STEP (1 + 1)

enum { MANY = 8 };
#define EVEN_MORE (MANY + 2)

struct shape { int rows; };
static int limit = 20;
static int get(void) { TRI_LEAF_ROUTINE(0); return 3; }

int main(void)
{ TRI_ROUTINE(1);
    int i, sum = 0, rows = 12, table[ROWS] = {0}, *pointer = &rows;
    struct shape shape = {5}, *box = &shape;
    { TRI_LEAF_LOOP(2); for (i = 0; i < N; i++) { TRI_TRIP(2); sum++; } }
    { TRI_LEAF_LOOP(3); for (i = 0; N > i; i++) { TRI_TRIP(3); sum++; } }
    { TRI_LEAF_LOOP(4); for (i = 0; i < (1 << 10); i++) { TRI_TRIP(4); sum++; } }
    for (i = 0; i < COLUMNS; i++) sum++;
    { TRI_LEAF_LOOP(6); for (i = 0; i < 2 * N; i += STEP) { TRI_TRIP(6); sum++; } }
    for (i = 0; i < (int)SIZE(table); i++) sum += table[i];
    { TRI_LEAF_LOOP(8); for (i = 0; i < LAST; i++) { TRI_TRIP(8); sum++; } }
    { TRI_LEAF_LOOP(9); for (i = NEGATIVE; i > LAST; i--) { TRI_TRIP(9); sum++; } }
    { TRI_LEAF_LOOP(10); for (i = 0; i < LARGER(rows, 30); i++) { TRI_TRIP(10); sum++; } }
    for (i = 0; i < EVEN_MORE; i++) sum++;
    { TRI_LEAF_LOOP(12); for (i = 0; i < OF(box); i++) { TRI_TRIP(12); sum++; } }
    { TRI_LEAF_LOOP(13); for (i = 0; i < BEHIND; i++) { TRI_TRIP(13); sum++; } }
    { TRI_LOOP(14); for (i = 0; i < LAST; i++) { TRI_TRIP(14); sum += get(); } }
    { TRI_LOOP(15); for (i = 0; i < OF(box); i++) { TRI_TRIP(15); sum += get(); } }
    { TRI_LOOP(16); for (i = 0; i < BEHIND; i++) { TRI_TRIP(16); sum += get(); } }
    { TRI_LEAF_LOOP(17); for (i = 0; i < LAST; i++) { TRI_TRIP(17); rows--; } }
    { TRI_LEAF_LOOP(18); for (i = 0; i < NEXT && i < 30; i++) { TRI_TRIP(18); sum++; } }
    { TRI_LEAF_LOOP(19); for (i = 0; i < LOWER; i++) { TRI_TRIP(19); sum++; } }
    { TRI_LEAF_LOOP(20); for (i = 0; i < SET; i++) { TRI_TRIP(20); sum++; } }
    { TRI_LOOP(21); for (i = 0; i < CALLED; i++) { TRI_TRIP(21); sum++; } }
    TRI_IO_BEGIN(22, TRI_FD(1)) printf("%d\n", sum) TRI_IO_END(22, tri_result);
    return 0;
}
#line 1 "<triptych>"
TRI_TABLE(23) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 24, 24, 0, "get", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 26, 52, 0, "main", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 30, 30, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 31, 31, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 32, 32, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 33, 33, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 34, 34, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 6, 35, 35, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 7, 36, 36, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 8, 37, 37, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 9, 38, 38, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 10, 39, 39, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 11, 40, 40, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 12, 41, 41, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 13, 42, 42, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 14, 43, 43, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 15, 44, 44, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 16, 45, 45, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 17, 46, 46, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 18, 47, 47, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 19, 48, 48, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, 0, 20, 49, 49, 2, "", "bounds.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 50, 50, 2, "printf", "bounds.c", 0),
};
TRI_LIGHTS(3) = {
    TRI_LIGHT(5, 1, 0, -1, -1, -1, 1, 0, 0, 31, 0, 0),
    TRI_LIGHT(7, 1, 0, -1, -1, -1, 1, 0, 0, 16, 0, 0),
    TRI_LIGHT(11, 1, 0, -1, -1, -1, 1, 0, 0, 10, 0, 0),
};
TRI_LIT_UNIT_END(23, "bounds.c", "DIR", tri_lights, 3);
