#include <triptych/probes.h>
TRI_UNIT_BEGIN(40);
TRI_SHAPE(1, 0, TRI_SUM_VALUE(0));
TRI_SHAPE(1, 1, TRI_SUM_VALUE(0), TRI_RANGE_VALUES(0));
TRI_SHAPE(5, 0, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1), TRI_SUM_VALUE(2), TRI_SUM_VALUE(3), TRI_SUM_VALUE(4));
#line 1 "loops.c"
/* Every form of loop, and which of them are determined. */
#include <stdio.h>

static int work[100], n = 10;
static int get(void) { return 3; }
struct list { struct list *next; int count; };

int main(void)
{ TRI_NEST_ROUTINE(1, 5, 0);
    int i, j, sum = 0, limit = 5;
    struct list last = {0, 2}, first = {&last, 3};
    for (i = 0; i < 10; i++)
        sum += i;
    { TRI_LEAF_LOOP(3); for (i = 0; i < limit; i++) { TRI_TRIP(3); sum += i; } }
    for (i = 10; i > 0; i -= 2) sum++;
    { TRI_LEAF_LOOP(5); for (i = 0; limit >= i; i = i + 2) { TRI_TRIP(5); sum++; } }
    for (int k = 0; k != 4; ++k) { int twice = 2 * k; sum += twice; }
    { TRI_LEAF_LOOP(7); for (i = 0; i < 10; i++) { TRI_TRIP(7); if (sum == 5) break; sum++; } }
    { TRI_LEAF_LOOP(8); for (i = 0; i < 10; i++) { TRI_TRIP(8); i++; sum++; } }
    { TRI_LEAF_LOOP(9); for (i = 0; i < limit; i++) { TRI_TRIP(9); limit--; } }
    { TRI_LEAF_NEST_LOOP(10, 1, 0); for (i = 0; i < (TRI_PASS(TRI_SUM(tri_loop_10, 0)), get()); i++) { TRI_TRIP(10); sum++; } }
    { TRI_LEAF_LOOP(11); for (i = 0; i < n; i++) { TRI_TRIP(11); n = 4; } }
    { TRI_LEAF_LOOP(12); for (i = 0; i < n; i++) { TRI_TRIP(12); get(); } }
    { TRI_LEAF_LOOP(13); for (i = 0; i < 8; i *= 2, i++) { TRI_TRIP(13); sum++; } }
    { TRI_PASS(TRI_SUM(tri_frame_1, 0)); for (i = 0; i < 10; i++) { switch (i) { case 3: break; default: sum++; } } }
    { TRI_LEAF_NEST_LOOP(15, 1, 1); if (TRI_TIMES(tri_loop_15)) { for (i = 0; i < 10; i++) { TRI_TRIP(15); { TRI_TIMED_LOOP(16, tri_loop_15, TRI_NONE, TRI_SUM(tri_loop_15, 0), TRI_RANGE(tri_loop_15, 0)); for (j = 0; j < 3; j++) { TRI_TRIP(16); if (j == 1) break; } } } } else if (TRI_COUNTS(tri_loop_15)) {
#line 26 "loops.c"
for (i = 0; i < 10; i++) { TRI_TRIP(15); { TRI_LIGHT_LOOP(16, TRI_NONE, TRI_SUM(tri_loop_15, 0), TRI_RANGE(tri_loop_15, 0)); for (j = 0; j < 3; j++) { TRI_TRIP(16); if (j == 1) break; } } } } else {
#line 26 "loops.c"
for (i = 0; i < 10; i++) { for (j = 0; j < 3; j++) if (j == 1) break; } } }
    { TRI_LEAF_LOOP(17); for (i = 0; i < first.count; i++) { TRI_TRIP(17); work[i] = i; } }
    { TRI_LEAF_LOOP(18); for (;;) { TRI_TRIP(18); if (sum++ > 100) break; } }
    { TRI_LEAF_LOOP(19); for (i = 0;; i++) { TRI_TRIP(19); if (i == 3) break; } }
    { TRI_LEAF_LOOP(20); for (struct list *at = &first; at; at = at->next) { TRI_TRIP(20); sum += at->count; } }
    { TRI_LEAF_LOOP(21); for (i = 0, j = 9; i < j; i++, j--) { TRI_TRIP(21); ; } }
    { TRI_LEAF_LOOP(22); while (sum > 50) { TRI_TRIP(22); sum -= 7; } }
    { TRI_LEAF_LOOP(23); while (i --> 0) { TRI_TRIP(23); continue; } }
    { TRI_LEAF_LOOP(24); do { TRI_TRIP(24); sum--; } while (sum > 10); }
    { TRI_LEAF_LOOP(25); do { TRI_TRIP(25); { int local = sum; sum = local - 1; } } while (sum > 5); }
    do { sum++; } while (0);
    do sum++; while (0);
outer:
    { TRI_LEAF_NEST_LOOP(26, 1, 1); if (TRI_TIMES(tri_loop_26)) { for (i = 0; i < 3; i++)
        { TRI_TRIP(26); { TRI_TIMED_LOOP(27, tri_loop_26, TRI_NONE, TRI_SUM(tri_loop_26, 0), TRI_RANGE(tri_loop_26, 0)); for (j = 0; j < 3; j++)
            { TRI_TRIP(27); if (i == 1 && j == 1 && sum < 20) { sum += 10; goto outer; } } } } } else if (TRI_COUNTS(tri_loop_26)) {
#line 39 "loops.c"
for (i = 0; i < 3; i++)
        { TRI_TRIP(26); { TRI_LIGHT_LOOP(27, TRI_NONE, TRI_SUM(tri_loop_26, 0), TRI_RANGE(tri_loop_26, 0)); for (j = 0; j < 3; j++)
            { TRI_TRIP(27); if (i == 1 && j == 1 && sum < 20) { sum += 10; goto outer; } } } } } else {
#line 39 "loops.c"
for (i = 0; i < 3; i++)
        for (j = 0; j < 3; j++)
            if (i == 1 && j == 1 && sum < 20) { sum += 10; goto outer; } } }
    if (sum > 0) { TRI_PASS(TRI_SUM(tri_frame_1, 1)); for (i = 0; i < 3; i++) sum++; } else { TRI_LEAF_LOOP(29); while (sum < 3) { TRI_TRIP(29); sum++; } }
    if (sum < 0)
        { TRI_LEAF_LOOP(30); while (sum < 3)
            { TRI_TRIP(30); sum++; } }
    else
        { TRI_LEAF_LOOP(31); do
            { TRI_TRIP(31); sum++; }
        while (sum < 3); }
    { TRI_LEAF_NEST_LOOP(32, 1, 1); if (TRI_TIMES(tri_loop_32)) { for (i = 0; i < 2; i++) { TRI_TRIP(32); { TRI_TIMED_LOOP(33, tri_loop_32, TRI_NONE, TRI_SUM(tri_loop_32, 0), TRI_RANGE(tri_loop_32, 0)); while (sum % 7) { TRI_TRIP(33); sum++; } } } } else if (TRI_COUNTS(tri_loop_32)) {
#line 50 "loops.c"
for (i = 0; i < 2; i++) { TRI_TRIP(32); { TRI_LIGHT_LOOP(33, TRI_NONE, TRI_SUM(tri_loop_32, 0), TRI_RANGE(tri_loop_32, 0)); while (sum % 7) { TRI_TRIP(33); sum++; } } } } else {
#line 50 "loops.c"
for (i = 0; i < 2; i++) while (sum % 7) sum++; } }
    switch (sum % 3) {
    case 0:
        { TRI_PASS(TRI_SUM(tri_frame_1, 2)); for (i = 0; i < 3; i++)
            sum++; }
        /* fall through */
    case 1: { TRI_PASS(TRI_SUM(tri_frame_1, 3)); for (i = 0; i < 2; i++) sum++; }
    default: { TRI_LEAF_LOOP(36); while (sum % 5) { TRI_TRIP(36); sum++; } }
    }
    { TRI_PASS(TRI_SUM(tri_frame_1, 4)); for (i = 0; i < 3; i++) /* a comment */ // and another
        /* before */ sum++; } // behind
    for (
        i = 0;
        i < 2;
        i++
    )
    {
        sum++;
    }
    TRI_IO_BEGIN(39, TRI_FD(1)) printf("%d %d\n", sum, i) TRI_IO_END(39, tri_result);
    return sum & 0x3f;
}
#line 1 "<triptych>"
TRI_TABLE(40) = {
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 5, 5, 0, "get", "loops.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 8, 71, 0, "main", "loops.c", 0, 5, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 12, 13, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 14, 14, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 3, 15, 15, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 4, 16, 16, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 5, 17, 17, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 6, 18, 18, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 7, 19, 19, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 8, 20, 20, 2, "", "loops.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 9, 21, 21, 2, "", "loops.c", 0, 1, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 10, 22, 22, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 11, 23, 23, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 12, 24, 24, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 13, 25, 25, 2, "", "loops.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 14, 26, 26, 2, "", "loops.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 15, 26, 26, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 16, 27, 27, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 17, 28, 28, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 18, 29, 29, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 19, 30, 30, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 20, 31, 31, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 21, 32, 32, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 22, 33, 33, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_DO, 23, 34, 34, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_DO, 24, 35, 35, 2, "", "loops.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 25, 39, 41, 2, "outer", "loops.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 26, 40, 41, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 27, 42, 42, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 28, 42, 42, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 29, 44, 45, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_DO, 30, 47, 49, 2, "", "loops.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 31, 50, 50, 2, "", "loops.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 32, 50, 50, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 33, 53, 54, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 34, 56, 56, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 35, 57, 57, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 36, 59, 60, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 37, 61, 68, 2, "", "loops.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 69, 69, 2, "printf", "loops.c", 0),
};
TRI_LIGHTS(14) = {
    TRI_LIGHT(2, 1, 0, -1, -1, -1, 1, 0, 0, 10, 0, 0),
    TRI_LIGHT(4, 1, 0, -1, -1, -1, 1, 0, 0, 5, 0, 0),
    TRI_LIGHT(6, 1, 0, -1, -1, -1, 1, 0, 0, 4, 0, 0),
    TRI_LIGHT(14, 1, 0, 0, -1, -1, 1, 0, 0, 10, 0, 0),
    TRI_LIGHT(28, 1, 0, 1, -1, -1, 1, 0, 0, 3, 0, 0),
    TRI_LIGHT(34, 1, 0, 2, -1, -1, 1, 0, 0, 3, 0, 0),
    TRI_LIGHT(35, 1, 0, 3, -1, -1, 1, 0, 0, 2, 0, 0),
    TRI_LIGHT(37, 1, 0, 4, -1, -1, 1, 0, 0, 3, 0, 0),
    TRI_LIGHT(38, 1, 0, 4, -1, -1, 1, 0, 0, 2, 0, 0),
    TRI_LIGHT(0, 10, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(0, 12, 0, -1, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(16, 15, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(27, 26, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(33, 32, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(40, "loops.c", "DIR", tri_lights, 14);
