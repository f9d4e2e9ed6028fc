#include <triptych/probes.h>
TRI_UNIT_BEGIN(21);
TRI_SHAPE(1, 1, TRI_SUM_VALUE(0), TRI_RANGE_VALUES(0));
TRI_CHAIN(1, TRI_LINK(0));
TRI_SHAPE(2, 2, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1), TRI_RANGE_VALUES(0), TRI_RANGE_VALUES(1));
TRI_CHAIN(2, TRI_LINK(0), TRI_LINK(1));
TRI_TALLIES(1, 1);
#line 1 "apart.c"
/* Routines whose versions are functions of their own, and those that cannot be. */
#include <assert.h>

TRI_PLAIN_STATIC __typeof__(int) TRI_PLAIN(search)(__typeof__(const double *) x, __typeof__(int) n, __typeof__(double) what); TRI_ONCE static int search(const double *x, int n, double what)
{
    int low = 0, high = n;
    { TRI_TALLIED_LOOP(1, TRI_NONE, TRI_TALLY_SUM(0), TRI_TALLY_RANGE(0)); while (high - low > 1) { TRI_TRIP(1); {
        int middle = (low + high) / 2;
        if (x[middle] > what)
            high = middle;
        else
            low = middle;
    } } }
    return low;
}
#line 5 "apart.c"
TRI_PLAIN_STATIC __typeof__(int) TRI_PLAIN(search)(__typeof__(const double *) x, __typeof__(int) n, __typeof__(double) what) {
    int low = 0, high = n;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (x[middle] > what)
            high = middle;
        else
            low = middle;
    }
    return low;
}

TRI_APART __typeof__(double) TRI_TIMED(sum)(__typeof__(const double *restrict) x, __typeof__(int) n, __typeof__(const double *restrict) what, __typeof__(int) m); TRI_APART __typeof__(double) TRI_PLAIN(sum)(__typeof__(const double *restrict) x, __typeof__(int) n, __typeof__(const double *restrict) what, __typeof__(int) m); TRI_STATIC_WRAPPER(search); double sum(const double *restrict x, int n, const double *restrict what, int m)
{ TRI_MODE(2); if (TRI_IS_TIMED(2)) return TRI_TIMED(sum)(x, n, what, m); if (TRI_IS_OFF(2)) return TRI_PLAIN(sum)(x, n, what, m); { TRI_COUNTED_ROUTINE(2, 2, 2); TRI_TAKE_SUM(tri_frame_2, 1, 0); TRI_TAKE_RANGE(tri_frame_2, 1, 0);
    double all = 0;
    { { for (int i = 0; i < m; i++)
        all += x[search(x, n, what[i])]; } if (TRI_COUNTS(tri_frame_2)) { TRI_HEAD(3, 1, TRI_SUM(tri_frame_2, 0), TRI_RANGE(tri_frame_2, 0), (int)(0), TRI_BELOW, (m), 1); } }
    return all;
} }
#line 18 "apart.c"
TRI_APART __typeof__(double) TRI_TIMED(sum)(__typeof__(const double *restrict) x, __typeof__(int) n, __typeof__(const double *restrict) what, __typeof__(int) m) { TRI_LEAF_NEST_ROUTINE(2, 2, 2); TRI_TAKE_SUM(tri_frame_2, 1, 0); TRI_TAKE_RANGE(tri_frame_2, 1, 0);
    double all = 0;
    { if (TRI_TIMES(tri_frame_2)) { { TRI_OUTER_LOOP(3, TRI_NONE, TRI_SUM(tri_frame_2, 0), TRI_RANGE(tri_frame_2, 0)); for (int i = 0; i < m; i++)
        { TRI_TRIP(3); all += x[TRI_PROBED(search)(x, n, what[i])]; } } } else { {
#line 20 "apart.c"
for (int i = 0; i < m; i++)
        all += x[search(x, n, what[i])]; } if (TRI_COUNTS(tri_frame_2)) { TRI_HEAD(3, 1, TRI_SUM(tri_frame_2, 0), TRI_RANGE(tri_frame_2, 0), (int)(0), TRI_BELOW, (m), 1); } } }
    return all;
}
#line 18 "apart.c"
TRI_APART __typeof__(double) TRI_PLAIN(sum)(__typeof__(const double *restrict) x, __typeof__(int) n, __typeof__(const double *restrict) what, __typeof__(int) m) {
    double all = 0;
    for (int i = 0; i < m; i++)
        all += x[TRI_PLAIN(search)(x, n, what[i])];
    return all;
}

TRI_APART __typeof__(void) TRI_TIMED(product)(__typeof__(int) n, __typeof__(double *) a, __typeof__(const double *) b); void product(int n, double *a, const double *b)
{ TRI_MODE(4); if (TRI_IS_TIMED(4)) { TRI_TIMED(product)(n, a, b); return; } { TRI_COUNTED_CHAIN(4, 2);
    { { for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] += b[j]; } if (TRI_COUNTS(tri_frame_4)) { TRI_CHAIN_HEAD(tri_frame_4, 0, 1, (int)(0), TRI_BELOW, (n), 1); TRI_CHAIN_HEAD(tri_frame_4, 1, tri_frame_4.head[0], (int)(0), TRI_BELOW, (n), 1); } }
} }
#line 26 "apart.c"
TRI_APART __typeof__(void) TRI_TIMED(product)(__typeof__(int) n, __typeof__(double *) a, __typeof__(const double *) b) { TRI_CHAIN_ROUTINE(4, 2);
    { if (TRI_TIMES(tri_frame_4)) { { TRI_OUTER_LOOP(5, TRI_NONE, TRI_SUM(tri_frame_4, 0), TRI_RANGE(tri_frame_4, 0)); for (int i = 0; i < n; i++)
        { TRI_TRIP(5); { TRI_TIMED_LOOP(6, tri_frame_4, TRI_NONE, TRI_SUM(tri_frame_4, 1), TRI_RANGE(tri_frame_4, 1)); for (int j = 0; j < n; j++)
            { TRI_TRIP(6); a[i] += b[j]; } } } } } else { {
#line 27 "apart.c"
for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i] += b[j]; } if (TRI_COUNTS(tri_frame_4)) { TRI_CHAIN_HEAD(tri_frame_4, 0, 1, (int)(0), TRI_BELOW, (n), 1); TRI_CHAIN_HEAD(tri_frame_4, 1, tri_frame_4.head[0], (int)(0), TRI_BELOW, (n), 1); } } }
}

TRI_APART __typeof__(int) TRI_TIMED(pick)(__typeof__(double) roll); TRI_APART __typeof__(int) TRI_PLAIN(pick)(__typeof__(double) roll); int pick(double roll)
{ TRI_MODE(7); if (TRI_IS_TIMED(7)) return TRI_TIMED(pick)(roll); if (TRI_IS_OFF(7)) return TRI_PLAIN(pick)(roll); { TRI_COUNTED_ROUTINE(7, 1, 1);
    static const double share[3] = {0.5, 0.25, 0.25};
    { TRI_LIGHT_LOOP(8, TRI_NONE, TRI_SUM(tri_frame_7, 0), TRI_RANGE(tri_frame_7, 0)); for (int i = 0; i < 3; i++) { TRI_TRIP(8);
        roll -= share[i];
        if (roll < 0)
            return i;
    } }
    return 0;
} }
#line 33 "apart.c"
TRI_APART __typeof__(int) TRI_TIMED(pick)(__typeof__(double) roll) { TRI_LEAF_NEST_ROUTINE(7, 1, 1);
    static const double share[3] = {0.5, 0.25, 0.25};
    { if (TRI_TIMES(tri_frame_7)) { { TRI_TIMED_LOOP(8, tri_frame_7, TRI_NONE, TRI_SUM(tri_frame_7, 0), TRI_RANGE(tri_frame_7, 0)); for (int i = 0; i < 3; i++) { TRI_TRIP(8);
        roll -= share[i];
        if (roll < 0)
            return i;
    } } } else {
#line 35 "apart.c"
{ TRI_LIGHT_LOOP(8, TRI_NONE, TRI_SUM(tri_frame_7, 0), TRI_RANGE(tri_frame_7, 0)); for (int i = 0; i < 3; i++) { TRI_TRIP(8);
        roll -= share[i];
        if (roll < 0)
            return i;
    } } } }
    return 0;
}
#line 33 "apart.c"
TRI_APART __typeof__(int) TRI_PLAIN(pick)(__typeof__(double) roll) {
    static const double share[3] = {0.5, 0.25, 0.25};
    for (int i = 0; i < 3; i++) {
        roll -= share[i];
        if (roll < 0)
            return i;
    }
    return 0;
}

const char *escapes(int n)
{ TRI_LEAF_NEST_ROUTINE(9, 1, 1);
    static const char text[] = "abc";
    int k = 0;
    { if (TRI_TIMES(tri_frame_9)) { { TRI_TIMED_LOOP(10, tri_frame_9, TRI_NONE, TRI_SUM(tri_frame_9, 0), TRI_RANGE(tri_frame_9, 0)); while (text[k] && k < n)
        { TRI_TRIP(10); k++; } } } else {
#line 47 "apart.c"
{ TRI_LIGHT_LOOP(10, TRI_NONE, TRI_SUM(tri_frame_9, 0), TRI_RANGE(tri_frame_9, 0)); while (text[k] && k < n)
        { TRI_TRIP(10); k++; } } } }
    return text + k;
}

int remembers(int n)
{ TRI_LEAF_NEST_ROUTINE(11, 1, 1);
    static int last;
    { if (TRI_TIMES(tri_frame_11)) { { TRI_TIMED_LOOP(12, tri_frame_11, TRI_NONE, TRI_SUM(tri_frame_11, 0), TRI_RANGE(tri_frame_11, 0)); while (n-- > 0)
        { TRI_TRIP(12); last += n; } } } else {
#line 55 "apart.c"
{ TRI_LIGHT_LOOP(12, TRI_NONE, TRI_SUM(tri_frame_11, 0), TRI_RANGE(tri_frame_11, 0)); while (n-- > 0)
        { TRI_TRIP(12); last += n; } } } }
    return last;
}

const char *named(int n)
{ TRI_LEAF_NEST_ROUTINE(13, 1, 1);
    { if (TRI_TIMES(tri_frame_13)) { { TRI_TIMED_LOOP(14, tri_frame_13, TRI_NONE, TRI_SUM(tri_frame_13, 0), TRI_RANGE(tri_frame_13, 0)); while (n > 10)
        { TRI_TRIP(14); n /= 2; } } } else {
#line 62 "apart.c"
{ TRI_LIGHT_LOOP(14, TRI_NONE, TRI_SUM(tri_frame_13, 0), TRI_RANGE(tri_frame_13, 0)); while (n > 10)
        { TRI_TRIP(14); n /= 2; } } } }
    return __func__ + n;
}

int asserted(int n, int m)
{ TRI_LEAF_NEST_ROUTINE(15, 1, 1);
    assert(m > 0);
    { if (TRI_TIMES(tri_frame_15)) { { TRI_TIMED_LOOP(16, tri_frame_15, TRI_NONE, TRI_SUM(tri_frame_15, 0), TRI_RANGE(tri_frame_15, 0)); while (n > m)
        { TRI_TRIP(16); n /= 2; } } } else {
#line 70 "apart.c"
{ TRI_LIGHT_LOOP(16, TRI_NONE, TRI_SUM(tri_frame_15, 0), TRI_RANGE(tri_frame_15, 0)); while (n > m)
        { TRI_TRIP(16); n /= 2; } } } }
    return n;
}

/* A plain attribute: the function is light all the same. */
TRI_ONCE_INLINE static inline __attribute__((gnu_inline)) int twice(int n)
{
    return 2 * n;
}

TRI_APART __typeof__(int) TRI_TIMED(doubled)(__typeof__(int) n); int doubled(int n)
{ TRI_MODE(18); if (TRI_IS_TIMED(18)) return TRI_TIMED(doubled)(n); { TRI_COUNTED_CHAIN(18, 1);
    int all = 0;
    { { for (int i = 0; i < n; i++)
        all += twice(i); } if (TRI_COUNTS(tri_frame_18)) { TRI_CHAIN_HEAD(tri_frame_18, 0, 1, (int)(0), TRI_BELOW, (n), 1); } }
    return all;
} }
#line 82 "apart.c"
TRI_APART __typeof__(int) TRI_TIMED(doubled)(__typeof__(int) n) { TRI_CHAIN_ROUTINE(18, 1);
    int all = 0;
    { if (TRI_TIMES(tri_frame_18)) { { TRI_TIMED_LOOP(19, tri_frame_18, TRI_NONE, TRI_SUM(tri_frame_18, 0), TRI_RANGE(tri_frame_18, 0)); for (int i = 0; i < n; i++)
        { TRI_TRIP(19); all += twice(i); } } } else { {
#line 84 "apart.c"
for (int i = 0; i < n; i++)
        all += twice(i); } if (TRI_COUNTS(tri_frame_18)) { TRI_CHAIN_HEAD(tri_frame_18, 0, 1, (int)(0), TRI_BELOW, (n), 1); } } }
    return all;
}

int main(void)
{ TRI_ROUTINE(20);
    double x[8] = {0, 1, 2, 3, 4, 5, 6, 7}, what[2] = {2.5, 6.5};
    product(8, x, x);
    int done = pick(0.6) + remembers(3) + asserted(40, 3) + doubled(4) + (escapes(2)[0] == 'c') +
               named(40)[0];
    return sum(x, 8, what, 2) > 0 && done > 0 ? 0 : 1;
}
#line 4 "apart.c"
TRI_APART __typeof__(int) TRI_TIMED(search)(__typeof__(const double *) x, __typeof__(int) n, __typeof__(double) what) { TRI_LEAF_NEST_ROUTINE(0, 1, 1); TRI_TAKE_SUM(tri_frame_0, 0, 0); TRI_TAKE_RANGE(tri_frame_0, 0, 0); return search(x, n, what); } static __typeof__(int) TRI_PROBED(search)(__typeof__(const double *) x, __typeof__(int) n, __typeof__(double) what) { if (TRI_IS_ON(0)) return TRI_TIMED(search)(x, n, what); else return TRI_PLAIN(search)(x, n, what); }
#line 1 "<triptych>"
TRI_TABLE(21) = {
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 4, 15, 0, "search", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 7, 13, 1, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 17, 23, 0, "sum", "apart.c", 0, 2, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 20, 21, 3, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 25, 30, 0, "product", "apart.c", 0, 2, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 27, 29, 5, "", "apart.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 28, 29, 5, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 32, 41, 0, "pick", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF, 1, 35, 39, 8, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 43, 50, 0, "escapes", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 47, 48, 10, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 52, 58, 0, "remembers", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 55, 56, 12, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 60, 65, 0, "named", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 62, 63, 14, "", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 67, 73, 0, "asserted", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 70, 71, 16, "", "apart.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 76, 79, 0, "twice", "apart.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 81, 87, 0, "doubled", "apart.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 84, 85, 19, "", "apart.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 89, 96, 0, "main", "apart.c", 0),
};
TRI_LIGHTS(13) = {
    TRI_LIGHT(1, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(3, 2, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(0, 2, 2, -1, -1, -1, 1, 0, 0, 1, 0, 0),
    TRI_LIGHT(1, 2, 3, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(5, 4, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(6, 4, 5, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(8, 7, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(10, 9, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(12, 11, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(14, 13, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(16, 15, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(19, 18, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(17, 18, 12, -1, -1, -1, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(21, "apart.c", "DIR", tri_lights, 13);
