/* Stretches that the user marked. */
#include <stdio.h>

static int assemble(int n)
{
    int sum = 0;
    /* triptych: region assembly */
    for (int i = 0; i < n; i++)
        sum += i;
    /* triptych: end */
    // triptych: region solve
    sum *= 2;
    if (sum > 100)
        return sum;
    // triptych: end
#pragma triptych region output
    printf("%d\n", sum);
#pragma triptych region inner part
    printf("%d\n", sum + 1);
#pragma triptych end
#pragma triptych end
    return sum;
}

static int refused(int n)
{
    /* triptych: region declares */
    int kept = n + 1;
    /* triptych: end */
    if (kept) {
        /* triptych: region crossed */
        kept++;
    }
    /* triptych: end */
    switch (n) {
        /* triptych: region cases */
    case 1:
        kept++;
        /* triptych: end */
    }
    /* triptych: end */
    /* triptych: region open */
    return kept;
}

int main(void)
{
    printf("%d %d %d\n", assemble(3), assemble(50), refused(1));
    return 0;
}
