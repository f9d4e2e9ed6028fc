/* sites.c: calls through pointers and of a library, in several loops of one function. */
#include "sites.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf back;

__attribute__((noinline)) static long leaf(long n)
{
    long sum = 0;
    for (volatile long i = 0; i < n; i++)
        sum += i;
    return sum;
}

static long (*volatile to_leaf)(long) = leaf;

__attribute__((noinline)) static long deep(long n)
{
    return to_leaf(n) + to_leaf(n + 1) + 1;
}

static long (*volatile to_deep)(long) = deep;

__attribute__((noinline)) static long pointers(long n)
{
    long sum = 0;
    for (volatile long i = 0; i < n; i++)
        sum += to_leaf(n);
    for (volatile long i = 0; i < 2 * n; i++) {
        sum += to_deep(2);
        for (volatile long k = 0; k < 3; k++)
            sum += to_leaf(2 * n);
    }
    return sum + to_deep(n);
}

__attribute__((noinline)) static int compare(const void *a, const void *b)
{
    int left = *(const int *)a, right = *(const int *)b;
    return (left > right) - (left < right);
}

__attribute__((noinline)) static int sort(int *numbers, int n)
{
    qsort(numbers, (size_t)n, sizeof *numbers, compare);
    for (volatile int i = 0; i < 4; i++)
        qsort(numbers, (size_t)n, sizeof *numbers, compare);
    for (volatile int i = 0; i < 5; i++) {
        for (volatile int k = 0; k < 2; k++)
            qsort(numbers, (size_t)n, sizeof *numbers, compare);
    }
    return numbers[0];
}

__attribute__((noinline)) static long library(long n)
{
    long sum = library_sum(1);
    for (volatile long i = 0; i < n; i++)
        sum += library_sum(i);
    for (volatile long i = 0; i < 2; i++)
        sum += library_both(deep, leaf, n);
    return sum;
}

/* What is called back calls again what called. */
__attribute__((noinline)) static long again(long n);

__attribute__((noinline)) static long between(long n)
{
    return n > 0 ? again(n - 1) + 1 : 0;
}

__attribute__((noinline)) static long again(long n)
{
    long sum = 0;
    for (volatile long i = 0; i < 2; i++)
        sum += library_both(between, deep, n);
    for (volatile long i = 0; i < 3; i++)
        sum += to_leaf(n);
    return sum;
}

__attribute__((noinline)) static long jump(long n)
{
    if (n > 1)
        longjmp(back, 1);
    return n;
}

static long (*volatile to_jump)(long) = jump;

/* A call in a loop that does not come back, and what is called then. */
__attribute__((noinline)) static long leave(long n)
{
    volatile long sum = 0;
    if (!setjmp(back)) {
        for (volatile long i = 0; i < n; i++)
            sum += to_jump(i);
    }
    for (volatile long i = 0; i < n; i++)
        sum += to_leaf(n);
    return to_deep(sum);
}

static void at_end(void)
{
    puts(to_leaf(3) ? "end" : "");
}

int main(int count, char **arguments)
{
    int numbers[50];
    for (int i = 0; i < 50; i++)
        numbers[i] = i * 37 % 50;
    long sum = pointers(5) + sort(numbers, 50) + library(6) + again(3) + leave(4);
    atexit(at_end);
    printf("%ld\n", sum);
    for (volatile int i = 0; count > 1 && i < 10; i++) {
        if (i == 3)
            exit(arguments[1][0] - '0');
    }
    return 0;
}
