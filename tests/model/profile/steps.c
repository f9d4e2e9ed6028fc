#include <stdio.h>
#include <stdlib.h>
static double s;
static int step(int n)
{
    int x = 0;
    for (int i = 0; i < n; i++) {
        x = i * 2;
        for (int j = 0; j < i; j++)
            s += j * 0.5;
        int k = 0;
        while (k < 3)
            k++;
    }
    x += 5;
    return x;
}
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 10;
    for (int t = 0; t < 4; t++)
        step(n);
    printf("%g\n", s);
    return 0;
}
