/* iterations.c: loops of which compilers make code that seems to do another number of iterations
 * in a trip than it does. Compiled with -DCOUNT, it prints how often it came to each T. */
#include <stdio.h>
#include <stdlib.h>

#ifdef COUNT
static long trips[2000];
#define T trips[__LINE__]++
#else
#define T (void)0
#endif
#define KERNEL __attribute__((noinline))

enum { MOST = 2400, A = 60, B = 44, C = 101 };
signed char c0[MOST], c1[MOST];
unsigned char b0[MOST], b1[MOST], b2[MOST];
short s0[MOST], s2[MOST];
int i0[MOST], i1[MOST], i2[MOST];
unsigned u0[MOST], u1[MOST], u2[MOST];
long l0[MOST], l1[MOST], l2[MOST];
double a[A][C], b[C][B], c[A][B], d0[MOST], d1[MOST];
struct pair {
    float re, im;
} p0[MOST], p1[MOST];

/* Parts of a structure in the lanes of a vector, beside a loop through other arrays. */
KERNEL static void swap(int n)
{
    for (int x = 0; x < n; x++) {
        T;
        if (b0[x] == 200)
            break;
        u2[x] += u0[x + 2];
    }
    for (int y = 0; y < n; y++) {
        T;
        p1[y].re = p0[y].im;
        p1[y].im = p0[y].re;
    }
}

/* The same, a constant number of times, beside code that accesses single elements. */
KERNEL static void swap_always(int n)
{
    for (int x = 0; x < 7; x++) {
        T;
        p1[x].re = p0[x].im;
        p1[x].im = p0[x].re;
    }
    i0[n] = u0[n] + 1;
}

/* gcc puts iterations of the loop around the innermost one into the lanes. */
KERNEL static void product(void)
{
    for (int i = 0; i < A; i++) {
        T;
        for (int j = 0; j < B; j++) {
            T;
            for (int k = 0; k < C; k++) {
                T;
                c[i][j] += a[i][k] * b[k][j];
            }
        }
    }
}

KERNEL static unsigned shifts(int n)
{
    unsigned sum = 0;
    for (long x = 0; x < n; x++) {
        T;
        for (long y = 0; y < 100; y++) {
            T;
            b2[y + x] = b0[y + x + 1] >> 1;
        }
        sum += u0[x] - u1[x];
    }
    return sum;
}

/* Bytes become floating-point numbers, in lanes that are wider. */
KERNEL static float wider(int n)
{
    float sum = 0;
    for (long x = 0; x < n; x++) {
        T;
        sum += b0[x] * 3;
        b2[x] += b0[x] & 7;
    }
    return sum;
}

KERNEL static double wider_always(int n)
{
    double sum = 0;
    for (unsigned x = 1; x < (unsigned)n; x++) {
        T;
        for (int y = 0; y < 100; y++) {
            T;
            sum += u0[y + x] ^ u1[y];
        }
        l2[x] = l0[x];
    }
    return sum;
}

/* Four bytes of a vector register are four elements. */
KERNEL static int few_bytes(void)
{
    int sum = 0;
    for (unsigned x = 0; x < 100; x++) {
        T;
        sum += b0[x + 1] & 7;
    }
    return sum;
}

KERNEL static unsigned few_bytes_twice(int n)
{
    unsigned sum = 0;
    for (int x = 0; x < n; x += 3) {
        T;
        for (int y = 0; y < 1000; y++) {
            T;
            if (c0[y + x] > c1[y + x])
                sum++;
        }
    }
    return sum;
}

/* Longs become shorts, in lanes that are narrower. */
KERNEL static short narrower(int n)
{
    short sum = 0;
    for (int x = n; x > 0; x--) {
        T;
        for (long y = 2; y <= n; y++) {
            T;
            sum += l0[y + x] - l1[y + x + 2];
            l2[y + x] = l0[y + x] + y + x;
        }
    }
    return sum;
}

/* Every third element, stored one by one. */
KERNEL static void thirds(int n)
{
    for (int x = 0; x < n; x++) {
        T;
        for (long y = 0; y <= 1000; y += 3) {
            T;
            i2[y + x] = i0[y + x + 1] > i1[y + x] ? i0[y + x + 1] : i1[y + x];
        }
    }
}

/* What is left over loads each number twice. */
KERNEL static short twice(int n)
{
    short sum = 0;
    unsigned y = 0;
    do {
        T;
        sum += s0[y] < 9 ? 9 : s0[y];
    } while (++y < (unsigned)n);
    return sum;
}

/* The inner loop is replaced by a formula, and the outer one is split where that changes. */
KERNEL static void formula(unsigned m)
{
    unsigned char sum = 0;
    for (unsigned x = 0; x < m; x += 4) {
        T;
        unsigned w = x / 3;
        while (w-- > 2) {
            T;
            sum += 2;
        }
        i2[x] = (int)w;
    }
    b1[3] = sum;
}

/* The inner loop is dissolved, and the outer one vectorised: its code stands in the inner one. */
KERNEL static short dissolved(int n)
{
    short sum = 0;
    for (long y = 1; y < n; y++) {
        T;
        for (int k = 1; k < 16; k += 4) {
            T;
            sum += c0[k + y] - c1[k + y + 2];
        }
    }
    return sum;
}

/* Vectors load at one place of the body what other code loads at another one. */
KERNEL static unsigned char elsewhere(int n)
{
    unsigned char sum = 0;
    for (int x = 0; x <= n; x += 2) {
        T;
        d0[x + 1] = d0[x] - 2;
        if (d0[x] > 50)
            sum++;
    }
    return sum;
}

/* clang unrolls this one twice, and has no line for it but in what is left over. */
KERNEL static void nowhere(int n)
{
    int x = 0;
    do {
        T;
        s2[x] = d0[x + 2] + d1[x];
    } while (++x < n);
}

/* What is left over stands at other columns of the body. */
KERNEL static short compares(int n)
{
    short sum = 0;
    int x = 0;
    do {
        T;
        if (s0[x] > s2[x])
            sum++;
    } while (++x < n);
    return sum;
}

/* The outer loop seems to be the inner one, which is a formula. */
KERNEL static void swallowed(void)
{
    unsigned sum = 0;
    for (unsigned x = 0; x < 1000; x++) {
        T;
        unsigned w = x + 2;
        while (w-- > 2) {
            T;
            sum += 2;
        }
        i2[x] = (int)w;
    }
    b1[5] = sum;
}

/* The outer loop is split in two, of which one has no inner loop. */
KERNEL static void halves(int n)
{
    for (int x = n - 1; x >= 0; x--) {
        T;
        unsigned w = (unsigned)x + 2;
        while (w > 3) {
            T;
            w -= 3;
        }
        i2[x] = (int)w;
    }
}

KERNEL static unsigned twisted(unsigned n)
{
    unsigned sum = 0, x = n & ~3U;
    while (x-- > 0) {
        T;
        unsigned w = x + 2;
        while (w-- > 2) {
            T;
            sum += 2;
        }
        i2[x] = (int)w;
    }
    return sum;
}

/* Structures and bytes, of which nothing is left over. */
KERNEL static void several(unsigned n)
{
    for (size_t x = 0; x < (n & ~3U); x++) {
        T;
        p1[x].re = p0[x].im;
        p1[x].im = p0[x].re;
        b2[x] = b0[x] - b1[x];
    }
}

/* Vectors load what the loop leaves out, too. */
KERNEL static void thirds_apart(void)
{
    for (int y = 0; y < 1000; y += 3) {
        T;
        i2[y] = i0[y] ^ i1[y];
    }
}

KERNEL static long every_other(void)
{
    long sum = 0;
    for (int y = 2; y < 1000; y += 2) {
        T;
        sum += l0[y + 1] + l1[y + 1];
        l2[y] = l0[y];
    }
    return sum;
}

/* It is left in the middle of a trip. */
KERNEL static void middle(void)
{
    unsigned x = 0;
    do {
        T;
        b2[x] = b0[x] * 3;
    } while (++x < 1000);
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 0;
    volatile double result = 0;
    for (int i = 0; i < MOST; i++) {
        b0[i] = i % 190;
        u0[i] = c0[i] = s0[i] = i * 7;
        i0[i] = l0[i] = d0[i] = i * 11 % 101;
        p0[i].im = i;
    }
    swap(n);
    swap_always(n);
    product();
    thirds(n);
    formula(n / 9);
    nowhere(n);
    swallowed();
    halves(n);
    several((unsigned)n);
    thirds_apart();
    middle();
    result += compares(n) + twisted((unsigned)n) + every_other();
    result += shifts(n) + wider(n) + wider_always(n) + few_bytes() + few_bytes_twice(n / 2);
    result += narrower(n) + twice(n) + dissolved(n) + elsewhere(n) + c[3][3] + b2[5];
#ifdef COUNT
    for (int i = 0; i < 2000; i++)
        if (trips[i])
            printf("%d %ld\n", i, trips[i]);
#endif
    return 0;
}
