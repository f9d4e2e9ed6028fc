/* vectors.c: loops that compilers vectorise and unroll. Each function makes as many iterations as
 * its last argument says; grid_... makes the cube of that. There are no headers for all machines
 * that it is compiled for. */
int atoi(const char *text);

#define KERNEL __attribute__((noinline, used))

enum { MOST = 8192 };

static double a[MOST], b[MOST], c[MOST];
static float f[MOST], g[MOST];
static int k[MOST], l[MOST];
static unsigned char s[MOST], t[MOST];
static struct complex {
    double re, im;
} x[MOST], y[MOST];

KERNEL void kernel_axpy(double *restrict to, const double *restrict from, double by, long count)
{
    for (long i = 0; i < count; i++)
        to[i] += by * from[i];
}

KERNEL float kernel_dot(const float *left, const float *right, long count)
{
    float sum = 0;
    for (long i = 0; i < count; i++)
        sum += left[i] * right[i];
    return sum;
}

KERNEL void kernel_add(int *restrict to, const int *restrict from, int count)
{
    for (int i = 0; i < count; i++)
        to[i] = from[i] + 3;
}

KERNEL int kernel_sum(const int *from, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += from[i];
    return sum;
}

KERNEL void kernel_stencil(double *restrict to, const double *restrict from, long count)
{
    for (long i = 1; i <= count; i++)
        to[i] = (from[i - 1] + from[i] + from[i + 1]) * 0.25;
}

KERNEL void kernel_widen(double *restrict to, const float *restrict from, long count)
{
    for (long i = 0; i < count; i++)
        to[i] = from[i] * 2.0;
}

KERNEL void kernel_bytes(unsigned char *restrict to, const unsigned char *restrict from, long count)
{
    for (long i = 0; i < count; i++)
        to[i] = (unsigned char)(from[i] ^ (to[i] + 1));
}

KERNEL void kernel_complex(struct complex *restrict to, const struct complex *restrict from,
                           long count)
{
    for (long i = 0; i < count; i++) {
        to[i].re += from[i].re;
        to[i].im += from[i].im;
    }
}

KERNEL long kernel_find(const int *from, int what, long count)
{
    for (long i = 0; i < count; i++) {
        if (from[i] == what)
            return i;
    }
    return -1;
}

KERNEL void grid_product(double *restrict to, const double *restrict left,
                         const double *restrict right, long count)
{
    for (long i = 0; i < count; i++) {
        for (long m = 0; m < count; m++) {
            for (long j = 0; j < count; j++)
                to[i * count + j] += left[i * count + m] * right[m * count + j];
        }
    }
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 0, side = argc > 2 ? atoi(argv[2]) : 0;
    kernel_axpy(a, b, 3, count);
    f[0] = kernel_dot(f, g, count);
    kernel_add(k, l, count);
    k[0] = kernel_sum(k, count);
    kernel_stencil(a, b, count);
    kernel_widen(a, f, count);
    kernel_bytes(s, t, count);
    kernel_complex(x, y, count);
    kernel_find(k, -77, count);
    grid_product(a, b, c, side);
    return 0;
}
