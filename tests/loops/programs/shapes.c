/* shapes.c: functions of all kinds that copies can be made of: jump tables, jumps to other
 * functions, calls through pointers and by the C library, recursion, loops with several entries,
 * structures on the stack, variable arguments, vectors, the smallest functions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))

static int compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return left < right ? -1 : left > right;
}

NOINLINE static int choose(int what, int x)
{
    switch (what) {
    case 0:
        return x + 1;
    case 1:
        x *= 3;
        break;
    case 2:
        x -= 7; /* fall through */
    case 3:
        x ^= 5;
        break;
    case 4:
        for (int i = 0; i < what; i++)
            x += i;
        break;
    case 5:
        return -x;
    case 6:
        x <<= 1;
        break;
    case 7:
        x |= 64;
        break;
    default:
        x = 0;
    }
    return x * 2;
}

NOINLINE static int is_even(unsigned n);

NOINLINE static int is_odd(unsigned n)
{
    return n ? is_even(n - 1) : 0;
}

static int is_even(unsigned n)
{
    return n ? is_odd(n - 1) : 1;
}

NOINLINE static int add_one(int x)
{
    return x + 1;
}

NOINLINE static int twice(int x)
{
    return x * 2;
}

NOINLINE static int often(int x)
{
    int sum = 0;
    for (int i = 0; i < x % 17; i++)
        sum += x;
    return sum;
}

NOINLINE static int apply(int (*what)(int), int x)
{
    return what(x);
}

NOINLINE static int ackermann(int m, int n)
{
    if (!m)
        return n + 1;
    return ackermann(m - 1, n ? ackermann(m, n - 1) : 1);
}

static jmp_buf out;

NOINLINE static void down(int n)
{
    if (n == 0)
        longjmp(out, 3);
    down(n - 1);
    __asm__ volatile("");
}

NOINLINE static int interpret(const unsigned char *code)
{
    static const void *const labels[] = {&&end, &&add, &&multiply, &&limit, &&loop};
    int sum = 0, added = 0;
    goto *labels[*code++];
add:
    sum += 3;
    added++;
    goto *labels[*code++];
multiply:
    sum *= 2;
    goto *labels[*code++];
limit:
    if (sum > 1000)
        sum -= 1000;
    goto *labels[*code++];
loop:
    for (int i = 0; i < 3; i++)
        sum += i * added;
    goto *labels[*code++];
end:
    return sum;
}

NOINLINE static int sum_of(int count, ...)
{
    va_list list;
    int sum = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        sum += va_arg(list, int);
    va_end(list);
    return sum;
}

NOINLINE static double product(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

NOINLINE static void scale(float *a, const float *b, float by, int n)
{
    for (int i = 0; i < n; i++)
        a[i] += by * b[i];
}

NOINLINE static int two_entries(int n, int m)
{
    int sum = 0;
    if (m & 1)
        goto middle;
top:
    sum += n;
    if (n <= 0)
        return sum;
middle:
    sum += 2;
    n--;
    if (sum < 1000)
        goto top;
    return -sum;
}

NOINLINE static unsigned collatz(unsigned n)
{
    unsigned steps = 0;
    for (; n != 1; steps++)
        n = n & 1 ? 3 * n + 1 : n / 2;
    return steps;
}

struct large {
    long values[9];
};

NOINLINE static struct large fill(int by)
{
    struct large large;
    for (int i = 0; i < 9; i++)
        large.values[i] = i * by;
    return large;
}

NOINLINE static long add_up(struct large large, long sum)
{
    for (int i = 0; i < 9; i++)
        sum += large.values[i];
    return sum;
}

static void say_goodbye(void)
{
    puts("bye");
}

static void by_pointers(void)
{
    static int (*const all[])(int) = {add_one, twice, often};
    int numbers[200], sum = 0;
    for (int i = 0; i < 200; i++)
        numbers[i] = i * 7919 % 997;
    qsort(numbers, 200, sizeof numbers[0], compare);
    for (int i = 0; i < 60; i++)
        sum += apply(all[i % 3], i);
    printf("%d %d %d\n", numbers[0], numbers[100], sum);
}

static void by_jumps(void)
{
    unsigned char code[200] = {0};
    for (int i = 0; i < 199; i++)
        code[i] = (unsigned char)(1 + (i * i + i / 3) % 4);
    for (volatile int i = 0; i < 4; i++) {
        if (!setjmp(out))
            down(5 + i);
    }
    printf("%d\n", interpret(code));
}

static void by_numbers(void)
{
    double x[97], y[97];
    float a[101], b[101];
    for (int i = 0; i < 97; i++) {
        x[i] = i * .5;
        y[i] = i - 3;
    }
    for (int i = 0; i < 101; i++) {
        a[i] = (float)i;
        b[i] = (float)i * 2;
    }
    scale(a, b, 1.5F, 101);
    printf("%g %g %ld\n", product(x, y, 97), (double)a[100], add_up(fill(3), 7));
}

int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
    atexit(say_goodbye);
    by_pointers();
    by_jumps();
    by_numbers();
    for (int i = 0; i < 300; i++)
        sum += choose(i % 10, i);
    printf("%d %d %d %d\n", sum, is_even(101), ackermann(2, 3), sum_of(5, 1, 2, 3, 4, 5));
    printf("%d %d %u\n", two_entries(5, 1), two_entries(50, 2), collatz(27));
    if (argc > 1)
        exit(3);
    return 0;
}
