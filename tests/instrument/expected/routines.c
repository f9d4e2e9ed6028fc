#include <triptych/probes.h>
TRI_UNIT_BEGIN(24);
TRI_SHAPE(1, 0, TRI_SUM_VALUE(0));
TRI_SHAPE(1, 1, TRI_SUM_VALUE(0), TRI_RANGE_VALUES(0));
TRI_CHAIN(1, TRI_LINK(0));
TRI_SHAPE(2, 2, TRI_SUM_VALUE(0), TRI_SUM_VALUE(1), TRI_RANGE_VALUES(0), TRI_RANGE_VALUES(1));
TRI_CHAIN(2, TRI_LINK(0), TRI_LINK(1));
#line 1 "routines.c"
/* Every way to define a function. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFINE_TWICE(name) static int name(int x) { return 2 * x; }
#define HEAD(name) static int name(int x)
#define RETURN(x) return (x)

DEFINE_TWICE(from_macro)
HEAD(head_from_macro) { TRI_LEAF_ROUTINE(1); RETURN(x + 1); }

int old_style(a, b)
    int a;
    char *b;
{ TRI_LEAF_ROUTINE(2);
    return a + b[0];
}

implicit() { TRI_LEAF_ROUTINE(3); return 4; }

static int variadic(int count, ...)
{ TRI_LEAF_NEST_ROUTINE(4, 1, 1);
    va_list list;
    va_start(list, count);
    int sum = 0;
    { if (TRI_TIMES(tri_frame_4)) { { TRI_TIMED_LOOP(5, tri_frame_4, TRI_NONE, TRI_SUM(tri_frame_4, 0), TRI_RANGE(tri_frame_4, 0)); while (count-- > 0)
        { TRI_TRIP(5); sum += va_arg(list, int); } } } else {
#line 27 "routines.c"
{ TRI_LIGHT_LOOP(5, TRI_NONE, TRI_SUM(tri_frame_4, 0), TRI_RANGE(tri_frame_4, 0)); while (count-- > 0)
        { TRI_TRIP(5); sum += va_arg(list, int); } } } }
    va_end(list);
    return sum;
}

static _Noreturn void leave(int status) { TRI_ROUTINE(6); exit(status); }

TRI_ONCE_INLINE static inline int small(int x) { return x - 1; }
inline int plain_inline(int x) { TRI_LEAF_ROUTINE(8); return x - 2; }
extern inline int plain_inline(int x);

TRI_APART __typeof__(double) TRI_TIMED(matrix)(__typeof__(int) n, __typeof__(int) m, __typeof__(double[n][m]) a); static double matrix(int n, int m, double a[n][m])
{ TRI_MODE(9); if (TRI_IS_TIMED(9)) return TRI_TIMED(matrix)(n, m, a); { TRI_COUNTED_CHAIN(9, 2);
    double sum = 0;
    { { for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j]; } if (TRI_COUNTS(tri_frame_9)) { TRI_CHAIN_HEAD(tri_frame_9, 0, 1, (int)(0), TRI_BELOW, (n), 1); TRI_CHAIN_HEAD(tri_frame_9, 1, tri_frame_9.head[0], (int)(0), TRI_BELOW, (m), 1); } }
    return sum;
} }
#line 40 "routines.c"
TRI_APART __typeof__(double) TRI_TIMED(matrix)(__typeof__(int) n, __typeof__(int) m, __typeof__(double[n][m]) a) { TRI_CHAIN_ROUTINE(9, 2);
    double sum = 0;
    { if (TRI_TIMES(tri_frame_9)) { { TRI_OUTER_LOOP(10, TRI_NONE, TRI_SUM(tri_frame_9, 0), TRI_RANGE(tri_frame_9, 0)); for (int i = 0; i < n; i++)
        { TRI_TRIP(10); { TRI_TIMED_LOOP(11, tri_frame_9, TRI_NONE, TRI_SUM(tri_frame_9, 1), TRI_RANGE(tri_frame_9, 1)); for (int j = 0; j < m; j++)
            { TRI_TRIP(11); sum += a[i][j]; } } } } } else { {
#line 42 "routines.c"
for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j]; } if (TRI_COUNTS(tri_frame_9)) { TRI_CHAIN_HEAD(tri_frame_9, 0, 1, (int)(0), TRI_BELOW, (n), 1); TRI_CHAIN_HEAD(tri_frame_9, 1, tri_frame_9.head[0], (int)(0), TRI_BELOW, (m), 1); } } }
    return sum;
}

TRI_ONCE static int local_label(int x)
{
    __label__ end;
    if (x)
        goto end;
    x = 7;
end:
    return x;
}

static int not_me(int x) __attribute__((no_instrument_function));
static int not_me(int x) { return x; }

TRI_ONCE static void nothing(void) {}

TRI_APART __typeof__(int) TRI_TIMED(expression)(__typeof__(int) x); static int expression(int x)
{ TRI_MODE(15); if (TRI_IS_TIMED(15)) return TRI_TIMED(expression)(x); { TRI_COUNTED_CHAIN(15, 1);
    return ({
        int y = 0;
        { { for (int i = 0; i < x; i++)
            y += i; } if (TRI_COUNTS(tri_frame_15)) { TRI_CHAIN_HEAD(tri_frame_15, 0, 1, (int)(0), TRI_BELOW, (x), 1); } }
        y;
    });
} }
#line 64 "routines.c"
TRI_APART __typeof__(int) TRI_TIMED(expression)(__typeof__(int) x) { TRI_CHAIN_ROUTINE(15, 1);
    return ({
        int y = 0;
        { if (TRI_TIMES(tri_frame_15)) { { TRI_TIMED_LOOP(16, tri_frame_15, TRI_NONE, TRI_SUM(tri_frame_15, 0), TRI_RANGE(tri_frame_15, 0)); for (int i = 0; i < x; i++)
            { TRI_TRIP(16); y += i; } } } else { {
#line 67 "routines.c"
for (int i = 0; i < x; i++)
            y += i; } if (TRI_COUNTS(tri_frame_15)) { TRI_CHAIN_HEAD(tri_frame_15, 0, 1, (int)(0), TRI_BELOW, (x), 1); } } }
        y;
    });
}

static int choose_int(int x) { TRI_LEAF_ROUTINE(17); return x; }
static int choose_double(double x) { TRI_LEAF_ROUTINE(18); return (int)x; }
#define choose(x) _Generic((x), int: choose_int, double: choose_double)(x)

int
main(int argc,
     char **argv) { TRI_NEST_ROUTINE(19, 1, 0);
    double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    (void)argv;
    (TRI_PASS(TRI_SUM(tri_frame_19, 0)), nothing());
    TRI_IO_BEGIN(20, TRI_FD(1)) printf("%d %d %d %d\n", from_macro(argc), head_from_macro(2), old_style(1, "a"), implicit()) TRI_IO_END(20, tri_result);
    TRI_IO_BEGIN(21, TRI_FD(1)) printf("%d %d %d\n", variadic(3, 1, 2, 3), small(2), plain_inline(3)) TRI_IO_END(21, tri_result);
    TRI_IO_BEGIN(22, TRI_FD(1)) printf("%g %d %d\n", matrix(2, 3, a), local_label(0), not_me(3)) TRI_IO_END(22, tri_result);
    TRI_PUBLISH(tri_frame_19, 1, 0); TRI_IO_BEGIN(23, TRI_FD(1)) printf("%d %d %d\n", expression(5), choose(3), choose(2.5)) TRI_IO_END(23, tri_result);
    (TRI_PUBLISH(tri_frame_19, 1, 0), leave(3));
}
#line 1 "<triptych>"
TRI_TABLE(24) = {
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 10, 10, 0, "from_macro", "routines.c", "its body comes from a macro"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 11, 11, 0, "head_from_macro", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 13, 18, 0, "old_style", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 20, 20, 0, "implicit", "routines.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 22, 31, 0, "variadic", "routines.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_LEAF | TRI_WHILE, 1, 27, 28, 5, "", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 33, 33, 0, "leave", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 35, 35, 0, "small", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 36, 36, 0, "plain_inline", "routines.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 39, 46, 0, "matrix", "routines.c", 0, 2, 2),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED, 1, 42, 44, 10, "", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 2, 43, 44, 10, "", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 48, 56, 0, "local_label", "routines.c", 0),
    TRI_ROW(TRI_OFF, TRI_KIND_ROUTINE, TRI_UNMEASURED, 1, 59, 59, 0, "not_me", "routines.c", "it is declared no_instrument_function"),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 61, 61, 0, "nothing", "routines.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 63, 71, 0, "expression", "routines.c", 0, 1, 1),
    TRI_ROW(TRI_NEW, TRI_KIND_LOOP, TRI_DETERMINED | TRI_LEAF, 1, 67, 68, 16, "", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 73, 73, 0, "choose_int", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_ROUTINE, TRI_LEAF, 1, 74, 74, 0, "choose_double", "routines.c", 0),
    TRI_ANCHOR_ROW(TRI_NEW, TRI_KIND_ROUTINE, 0, 1, 77, 88, 0, "main", "routines.c", 0, 1, 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 1, 83, 83, 20, "printf", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 2, 84, 84, 20, "printf", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 3, 85, 85, 20, "printf", "routines.c", 0),
    TRI_ROW(TRI_NEW, TRI_KIND_IO, TRI_WRITES, 4, 86, 86, 20, "printf", "routines.c", 0),
};
TRI_LIGHTS(7) = {
    TRI_LIGHT(5, 4, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(10, 9, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(11, 9, 2, -1, 1, 1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(16, 15, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(14, 19, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(7, 19, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
    TRI_LIGHT(12, 19, 0, 0, -1, -1, 1, 0, 0, 0, 0, 0),
};
TRI_LIT_UNIT_END(24, "routines.c", "DIR", tri_lights, 7);
