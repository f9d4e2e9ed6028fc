/* strided.c: loops that go through arrays by several elements per iteration, or that have several
 * of them in one: vectors load all of them. Each function makes as many iterations as it is told,
 * those of always_* 1,000. */
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noinline))

static double reals[12000], others[12000], pairs[3000][2];
static float floats[12000];

KERNEL static double norm(int count, const double *restrict xyz)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += xyz[3 * i] * xyz[3 * i] + xyz[3 * i + 1] * xyz[3 * i + 1] +
               xyz[3 * i + 2] * xyz[3 * i + 2];
    return sum;
}

KERNEL static double always_norm(const double *v)
{
    double sum = 0;
    for (int i = 0; i < 1000; i++) {
        double x = v[3 * i], y = v[3 * i + 1], z = v[3 * i + 2];
        sum += x * x + y * y + z * z;
    }
    return sum;
}

KERNEL static double products(int count, const double *restrict x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[2 * i] * x[2 * i + 1];
    return sum;
}

KERNEL static double always_products(const double *x)
{
    double sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += x[i << 1] * x[(i << 1) + 1];
    return sum;
}

KERNEL static double members(int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += pairs[i][0] * pairs[i][1];
    return sum;
}

KERNEL static double moved(int count, const double *x)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        sum += *x++;
        sum -= *x++ * 2;
    }
    return sum;
}

KERNEL static void both(int count)
{
    for (int i = 0; i < count; i++)
        reals[2 * i] = others[3 * i] + 1;
}

KERNEL static void even(int count, float *restrict y, const float *restrict x)
{
    for (int i = 0; i < count; i++)
        y[2 * i] = x[2 * i] * 3;
}

KERNEL static void scaled(int count)
{
    for (int i = 0; i < count; i++) {
        reals[2 * i] *= 3;
        reals[2 * i + 1] *= 4;
    }
}

KERNEL static double sum(int count, const double *restrict xyz)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += xyz[3 * i];
    return sum;
}

KERNEL static double second(int count, const double *restrict x)
{
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += x[2 * i];
    return sum;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 0;
    both(count);
    even(count, floats, floats + 6000);
    scaled(count);
    printf("%g %g %g %g %g %g %g %g\n", norm(count, reals), always_norm(reals),
           products(count, reals), always_products(reals), members(count), moved(count, others),
           sum(count, others), second(count, others));
    return 0;
}
