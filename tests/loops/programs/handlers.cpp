/* handlers.cpp: handlers of exceptions that call C (mixed_c.c). Every fourth call of thrower() throws.
 * Every number of the test follows from the loops below. */
#include <cstdio>

extern "C" {
int through(int n, int (*f)(int));
int plain(int n);
int thrower(int n);
}

int thrower(int n)
{
    if (n % 4 == 3)
        throw n;
    return n;
}

/* The handler is in the loop: 2 of 8 trips. */
__attribute__((noinline)) int inside(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += thrower(i);
        } catch (int) {
            sum += plain(1000);
        }
    }
    return sum;
}

/* The same, and the exception leaves C. */
__attribute__((noinline)) int across(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += through(i, thrower);
        } catch (int) {
            sum += plain(1000);
        }
    }
    return sum;
}

/* The handler has left the loop in its fourth trip. */
__attribute__((noinline)) int outside(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += thrower(i);
        } catch (int) {
            return sum + plain(1000);
        }
    }
    return sum;
}

/* The handler is in the outer loop, and has a loop of its own. */
__attribute__((noinline)) int between(int n)
{
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        try {
            for (int i = 0; i < n; i++)
                sum += thrower(i);
        } catch (int) {
            for (int i = 0; i < 5; i++)
                sum += plain(1000);
        }
    }
    return sum;
}

int main()
{
    std::printf("%d %d %d %d\n", inside(8), across(8), outside(8), between(8));
}
