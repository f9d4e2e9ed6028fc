/* fft.c: Fourier transforms of lengths that are powers of two. */
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BITS = 14, LENGTH = 1 << BITS };

struct number {
    double re, im;
};

static struct number data[LENGTH], roots[LENGTH / 2];

static void reverse(struct number *x)
{
    for (unsigned i = 1, j = 0; i < LENGTH; i++) {
        unsigned bit = LENGTH >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j) {
            struct number kept = x[i];
            x[i] = x[j];
            x[j] = kept;
        }
    }
}

static void transform(struct number *x, double sign)
{
    reverse(x);
    for (int length = 2; length <= LENGTH; length *= 2) {
        int half = length / 2, stride = LENGTH / length;
        for (int i = 0; i < LENGTH; i += length) {
            for (int k = 0; k < half; k++) {
                struct number w = roots[k * stride], a = x[i + k], b = x[i + k + half];
                w.im *= sign;
                struct number c = {b.re * w.re - b.im * w.im, b.re * w.im + b.im * w.re};
                x[i + k] = (struct number){a.re + c.re, a.im + c.im};
                x[i + k + half] = (struct number){a.re - c.re, a.im - c.im};
            }
        }
    }
}

int main(int count, char **arguments)
{
    uint64_t state = 3;
    for (int i = 0; i < LENGTH; i++)
        data[i] = (struct number){random_unit(&state), random_unit(&state)};
    for (int i = 0; i < LENGTH / 2; i++)
        roots[i] = (struct number){cos(2 * 3.14159265358979 * i / LENGTH),
                                   sin(2 * 3.14159265358979 * i / LENGTH)};
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        transform(data, 1);
        transform(data, -1);
        for (int i = 0; i < LENGTH; i++) {
            data[i].re /= LENGTH;
            data[i].im /= LENGTH;
        }
    }
    printf("%.8f %.8f\n", data[1].re, data[LENGTH - 1].im);
    return 0;
}
