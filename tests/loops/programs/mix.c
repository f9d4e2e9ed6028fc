/* mix.c: kernels whose floating-point operations are known: see test_mix.py. */
#include <stdio.h>
#include <stdlib.h>

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa))
#endif

/* Keeps a value in a register, so that a compiler does not compute it twice to fuse it twice. */
#ifdef __aarch64__
#define KEEP(value) __asm__("" : "+w"(value))
#else
#define KEEP(value) __asm__("" : "+x"(value))
#endif

enum { N = 1003, M = 37, FFT = 256 };

static double a[N], b[N], c[M * M], d[M * M], e[M * M], grid[M * M], next[M * M];
static double real[FFT], imaginary[FFT], cosine[FFT], sine[FFT];
static float s[N], t[N];

APART void daxpy(double *y, const double *x, double factor, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

APART void saxpy(float *y, const float *x, float factor, int n)
{
    for (int i = 0; i < n; i++)
        y[i] += factor * x[i];
}

APART double dot(const double *x, const double *y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

APART void product(double *to, const double *x, const double *y, int n)
{
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++) {
            for (int j = 0; j < n; j++)
                to[i * n + j] += x[i * n + k] * y[k * n + j];
        }
    }
}

APART void stencil(double *to, const double *from, int n)
{
    for (int i = 1; i < n - 1; i++) {
        for (int j = 1; j < n - 1; j++)
            to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] +
                                    from[i * n + j - 1] + from[i * n + j + 1]);
    }
}

/* The butterflies of a Fourier transform: 10 operations each. */
APART void fft(double *re, double *im, const double *co, const double *si, int n)
{
    for (int half = 1; half < n; half *= 2) {
        for (int first = 0; first < n; first += 2 * half) {
            for (int k = 0; k < half; k++) {
                int low = first + k, high = low + half, at = k * (n / half / 2);
                double x = re[high] * co[at] - im[high] * si[at];
                double y = re[high] * si[at] + im[high] * co[at];
                KEEP(x);
                KEEP(y);
                re[high] = re[low] - x;
                im[high] = im[low] - y;
                re[low] += x;
                im[low] += y;
            }
        }
    }
}

APART long roots(double *x, int n) /* n square roots, n divisions, and integers */
{
    long sum = 0;
    for (int i = 0; i < n; i++) {
        x[i] = 1 / __builtin_sqrt(x[i] < 1 ? 1 : x[i]);
        sum += i ^ n;
    }
    return sum;
}

int main(int argc, char **argv)
{
    int times = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < N; i++) {
        a[i] = i;
        b[i] = i % 7;
        s[i] = t[i] = (float)i;
    }
    for (int i = 0; i < M * M; i++)
        c[i] = d[i] = e[i] = grid[i] = i % 5;
    for (int i = 0; i < FFT; i++) {
        real[i] = i % 3;
        cosine[i] = i % 2;
    }
    double sum = 0;
    for (int i = 0; i < times; i++) {
        daxpy(a, b, 1.5, N);
        saxpy(s, t, 2.5F, N);
        sum = dot(a, b, N);
        product(c, d, e, M);
        stencil(next, grid, M);
        fft(real, imaginary, cosine, sine, FFT);
    }
    long whole = roots(b, N);
    printf("%g %ld %g\n", sum, whole, (double)s[N - 1]);
    return 0;
}
