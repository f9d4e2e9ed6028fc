/* landings.cc: exceptions that land in loops, or in the loops around them, from calls in them and in front of them. The trips of each
 * loop are known by hand: test_landings.py. */
#include <cstdio>

#define APART __attribute__((noinline, noclone))
#define ASIDE __asm__ volatile("" : : : "memory")

static volatile long sum;

static APART void may_throw(long a, long divisor)
{
    ASIDE;
    sum = sum + 1;
    if (a % divisor == 0)
        throw a;
}

/* The handler is in the loop, and compilers take the first pass out of it. */
static APART void handled(long count)
{
    for (long i = 0; i < count; i++) {
        try {
            may_throw(i, 3);
        } catch (long) {
            may_throw(1, 2);
        }
    }
}

static APART void continues(long count)
{
    for (long i = 0; i < count; i++) {
        try {
            may_throw(i, 2);
        } catch (long caught) {
            if (caught % 3 == 0)
                continue;
            sum = sum + 2;
        }
        sum = sum + 3;
    }
}

static APART void breaks(long count)
{
    for (long i = 1; i < count; i++) {
        try {
            may_throw(i, 7);
        } catch (long caught) {
            if (caught == 28)
                break;
            sum = sum + 2;
        }
    }
}

/* A call in front of the loop and one inside it lead to the same handler, which leads back. */
static APART void again(long count)
{
    long i = 0;
    for (;;) {
        try {
            may_throw(i, 5);
            while (i < count) {
                i++;
                may_throw(i, 10);
            }
            break;
        } catch (long) {
            i++;
        }
    }
}

/* The inner loop is left by exceptions that the outer one handles. */
static APART void outer(long count)
{
    for (long i = 0; i < count; i++) {
        try {
            for (long k = 1; k < 20; k++) {
                may_throw(k + i % 2, 10);
            }
        } catch (long) {
            sum = sum + 1;
        }
    }
}

/* The inner handler throws again every other time. */
static APART void rethrows(long count)
{
    for (long i = 0; i < count; i++) {
        try {
            for (long k = 0; k < 6; k++) {
                try {
                    may_throw(i + k, 4);
                } catch (long caught) {
                    if (caught % 8 == 0)
                        throw;
                    sum = sum + 1;
                }
            }
        } catch (long) {
            sum = sum + 2;
        }
    }
}

typedef void called(long);

static APART void call(called *function, long a)
{
    function(a);
    ASIDE;
}

static APART void fails(long a)
{
    may_throw(a, 3);
    sum = sum + 1;
}

/* gcc -O2 takes the first pass out of the loop: the handler, which is in the loop, is where exceptions of both calls land. */
static APART void twice(int a)
{
    for (int i = 0; i < 2; i++) {
        try {
            call(fails, a);
        } catch (long) {
            call(fails, a + 1);
            call(fails, a + 2);
        }
    }
}

/* Nothing in the function handles it. */
static APART void passes(long count)
{
    for (long i = 1; i < count; i++) {
        may_throw(i, 50);
    }
}

int main()
{
    handled(100);
    continues(100);
    breaks(100);
    again(100);
    outer(100);
    rethrows(100);
    twice(3);
    try {
        passes(100);
    } catch (long) {
        sum = sum + 1;
    }
    std::printf("%ld\n", (long)sum);
    return 0;
}
