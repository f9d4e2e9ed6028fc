/* chosen.c: a goto leads to labels of a table, and another one to labels whose addresses are in the
 * code. */
#include <stdio.h>

static __attribute__((noinline)) long chosen(int n, int k)
{
    static void *table[] = {&&a, &&b};
    void *end = k > 5 ? &&c : &&d;
    long sum = 0;
    int i = 0;
    for (;;) {
        if (i >= n)
            goto *end;
        goto *table[i & 1];
    a:
        sum += i;
        for (int j = 0; j < i; j++)
            sum ^= j;
        i++;
        continue;
    b:
        sum -= i;
        i++;
    }
c:
    for (int j = 0; j < n; j++)
        sum = sum * 3 + j;
    return sum;
d:
    for (int j = 0; j < n; j++)
        sum = sum * 5 - j;
    return sum;
}

int main(void)
{
    printf("%ld\n", chosen(20, 3));
    printf("%ld\n", chosen(21, 7));
    return 0;
}
