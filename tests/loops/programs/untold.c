/* untold.c: loops that compilers unroll so that it is hard to tell how many iterations a trip is:
 * through registers that are made anew for each access, with a condition in the body, left in the
 * middle of a trip, and with vectors whose code stands in the body alone, which may have gaps. */
#include <stdio.h>
#include <stdlib.h>

#define KERNEL __attribute__((noinline))

static short numbers[4096];
static int keys[4096];
static double reals[4096];
static unsigned char bytes[4096];

KERNEL static long back(int count)
{
    long sum = 0;
    for (int i = count - 1; i >= 0; i--)
        sum += numbers[i];
    return sum;
}

KERNEL static long pick(unsigned count)
{
    long sum = 0;
    for (unsigned i = 0; i < count; i++)
        if (keys[i] > 50)
            sum += bytes[i];
    return sum;
}

KERNEL static long stop(unsigned count)
{
    long sum = 0;
    for (unsigned i = 0; i < count; i++) {
        if (bytes[i] == 77)
            break;
        sum += bytes[i];
    }
    return sum;
}

KERNEL static void apart(int count)
{
    for (int i = 0; i < count; i++) {
        keys[i] += numbers[i];
    }
}

KERNEL static long gaps(int count)
{
    long sum = 0;
    for (int i = 0; i < count; i += 2) {
        sum += keys[i] & 7;
    }
    return sum;
}

/* The compiler knows the count: it does what is left over without a loop. */
KERNEL static long always(void)
{
    long sum = 0;
    for (int i = 0; i < 1000; i += 2) {
        sum += keys[i] & 7;
        keys[i] = 1;
    }
    return sum;
}

/* Two loops that have nothing to do with each other; the compiler knows that the first one leaves
 * nothing over. */
KERNEL static void both(unsigned some)
{
    unsigned count = some & 2044;
    for (unsigned i = 0; i < count; i++)
        keys[i] = keys[i + 1000] > 9 ? keys[i + 1000] : 9;
    for (unsigned i = 1; i < count; i++)
        reals[i] = reals[i] / (reals[i + 1000] + 2);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 0;
    numbers[count & 4095] = 3;
    bytes[20] = 77;
    keys[30] = 60;
    printf("%ld %ld %ld\n", back(count), pick((unsigned)count), stop((unsigned)count));
    apart(count);
    both((unsigned)count);
    printf("%ld %ld\n", gaps(count), always());
    return 0;
}
