/* Every way to define a function. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DEFINE_TWICE(name) static int name(int x) { return 2 * x; }
#define HEAD(name) static int name(int x)
#define RETURN(x) return (x)

DEFINE_TWICE(from_macro)
HEAD(head_from_macro) { RETURN(x + 1); }

int old_style(a, b)
    int a;
    char *b;
{
    return a + b[0];
}

implicit() { return 4; }

static int variadic(int count, ...)
{
    va_list list;
    va_start(list, count);
    int sum = 0;
    while (count-- > 0)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

static _Noreturn void leave(int status) { exit(status); }

static inline int small(int x) { return x - 1; }
inline int plain_inline(int x) { return x - 2; }
extern inline int plain_inline(int x);

static double matrix(int n, int m, double a[n][m])
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            sum += a[i][j];
    return sum;
}

static int local_label(int x)
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

static void nothing(void) {}

static int expression(int x)
{
    return ({
        int y = 0;
        for (int i = 0; i < x; i++)
            y += i;
        y;
    });
}

static int choose_int(int x) { return x; }
static int choose_double(double x) { return (int)x; }
#define choose(x) _Generic((x), int: choose_int, double: choose_double)(x)

int
main(int argc,
     char **argv) {
    double a[2][3] = {{1, 2, 3}, {4, 5, 6}};
    (void)argv;
    nothing();
    printf("%d %d %d %d\n", from_macro(argc), head_from_macro(2), old_style(1, "a"), implicit());
    printf("%d %d %d\n", variadic(3, 1, 2, 3), small(2), plain_inline(3));
    printf("%g %d %d\n", matrix(2, 3, a), local_label(0), not_me(3));
    printf("%d %d %d\n", expression(5), choose(3), choose(2.5));
    leave(3);
}
