/* Calls of functions of the C library in loops. With -DOTHER, a library whose function of the same
 * name calls the program back. */
#include <math.h>
#include <stdio.h>

double called_back(double value);

#ifdef OTHER
double fmax(double one, double other)
{
    return called_back(one > other ? one : other);
}
#else
static double values[9] = {1, 5, 3, 9, 2, 8, 4, 7, 6};
static volatile int calls, most = 9;

__attribute__((noinline)) double called_back(double value)
{
    for (int i = 0; i < most / 3; i++)
        calls = calls + 1;
    return value;
}

__attribute__((noinline)) static double largest(int count)
{
    double found = 0;
    for (int i = 0; i < count; i++)
        found = fmax(found, values[i]);
    return found;
}

int main(void)
{
    double sum = 0;
    for (int i = most; i > 0; i--)
        sum += largest(i);
    printf("%g %d %g\n", sum, calls, called_back(2));
    return 0;
}
#endif
