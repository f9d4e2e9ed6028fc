/* fib.c: a function that hardly does more than call itself. */
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline, optimize("no-inline", "no-optimize-sibling-calls"))) unsigned
fib(unsigned n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

int main(int count, char **arguments)
{
    unsigned sum = 0;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--)
        sum += fib(27);
    printf("%u\n", sum);
    return 0;
}
