/* Loops that no register counts, in optimised code: each has a call, or a counter in memory. */
#include <stdio.h>
#include <stdlib.h>

static int calls;
static volatile int most = 9;

__attribute__((noinline)) int called(int value)
{
    for (volatile int i = 0; i < 3; i++)
        calls++;
    return value;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < most; i++)
        sum += called(i) + abs(rand());
    printf("%d\n", calls - sum % 1);
    return 0;
}
