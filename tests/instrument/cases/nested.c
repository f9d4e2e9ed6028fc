/* GNU C's functions in functions, which libclang does not know. */
#include <stdio.h>

int main(void)
{
    __label__ done;
    auto int late(int);
    int sum = 0;
    int add(int x)
    {
        for (int i = 0; i < x; i++)
            sum += i;
        return sum;
    }
    int late(int x)
    {
        if (x > 3)
            goto done;
        return x;
    }
    for (int i = 0; i < 3; i++)
        add(late(i));
    for (int i = 0; i < 10; i++) {
        sum++;
        late(i);
    }
done:
    printf("%d\n", sum);
    return 0;
}
