/* hand.c: loops and calls of which test_exact.py knows by hand how often they turn and are called.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static int compared;
static jmp_buf there;

static int leaf(int x)
{
    return x * 3 + 1;
}

static int compare(const void *a, const void *b)
{
    compared++;
    return *(const int *)a - *(const int *)b;
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int odd(int n);

static int even(int n)
{
    return n ? odd(n - 1) : 1;
}

static int odd(int n)
{
    return n ? even(n - 1) : 0;
}

static int next(int *left)
{
    return (*left)--;
}

static int search(const int *values, int count, int wanted)
{
    for (int i = 0; i < count; i++) {
        if (values[i] == wanted)
            return i;
    }
    return -1;
}

static int triangle(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) {
            if (k % 2)
                continue;
            sum += leaf(k);
        }
    }
    return sum;
}

static void jump(int depth)
{
    for (int i = 0; i < 10; i++) {
        if (depth == 3 && i == 2)
            longjmp(there, 1);
        if (i == 4)
            jump(depth + 1);
    }
}

static int conditions(int a, int b)
{
    int turned = 0, left = 4;
    while (a > 0 && b > 0) {
        a -= 2;
        b -= 3;
        turned++;
    }
    while (next(&left) > 0 || b > 100)
        turned++;
    do
        turned++;
    while (turned < 30);
    for (;;) {
        turned++;
        if (turned > 40)
            break;
        turned++;
    }
    return turned;
}

int main(void)
{
    int values[20], sum = 0;
    for (int i = 0; i < 20; i++)
        values[i] = (i * 7) % 20;
    for (int i = 0; i < 3; i++)
        sum += search(values, 20, values[5 * i]) + search(values, 20, 99);
    sum += triangle(6) + fib(7) + even(9) + conditions(9, 30);
    for (int i = 0; i < 2; i++) {
        qsort(values, 20, sizeof values[0], compare);
        if (!setjmp(there))
            jump(1);
    }
    printf("%d %d\n", sum, compared);
    return 0;
}
