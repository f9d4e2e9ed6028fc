// caught.cc: loops with exceptions that are caught in them, leave them, and make them go on.
#include <cstdio>
#include <stdexcept>

#define APART __attribute__((noinline))

static volatile int total;

static APART void work(int value, int every)
{
    total = total + 1;
    if (value % every == every - 1)
        throw value;
}

struct guard {
    APART ~guard()
    {
        total = total + 1;
    }
};

extern "C" {

APART int go_on(int count)
{
    int caught = 0;
    for (int i = 0; i < count; i++) {
        try {
            work(i, 3);
            total = total + 2;
        } catch (int) {
            caught++;
            continue;
        }
        total = total + 1;
    }
    return caught;
}

APART int go_on_while(int count)
{
    int caught = 0;
    while (count > 0) {
        count--;
        try {
            guard here;
            work(count, 4);
        } catch (const std::exception &) {
            caught += 100;
        } catch (int) {
            caught++;
        }
    }
    return caught;
}

/* Left in the iteration that throws. */
APART int stop(int count)
{
    int i;
    for (i = 0; i < count; i++) {
        try {
            work(i, 6);
        } catch (int) {
            break;
        }
    }
    return i;
}

/* The loop is left by an exception that is caught behind it. */
APART int leave(int count)
{
    int i = 0;
    try {
        for (i = 0; i < count; i++) {
            guard here;
            work(i, 5);
        }
    } catch (int) {
        return i + 100;
    }
    return i;
}

/* Inner loops are left by exceptions, the outer one goes on. */
APART int nest(int count)
{
    int caught = 0;
    for (int i = 0; i < count; i++) {
        try {
            for (int k = 0; k <= i; k++)
                work(k, 4);
        } catch (int) {
            caught++;
        }
    }
    return caught;
}

/* Both go on. */
APART int nest_on(int count)
{
    int caught = 0;
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < 4; k++) {
            try {
                work(k + i, 3);
            } catch (int value) {
                caught += value % 2 + 1;
            }
        }
    }
    return caught;
}

/* Caught, and thrown again, in the loop and out of it. */
APART int again(int count)
{
    int caught = 0;
    for (int i = 0; i < count; i++) {
        try {
            try {
                work(i, 2);
            } catch (int value) {
                caught++;
                if (value > 4)
                    throw;
            }
        } catch (int value) {
            caught += 10;
            if (value > 8)
                throw;
        }
    }
    return caught;
}

/* No way back but an exception. */
APART int retry(int value)
{
    int tries = 0;
    for (;;) {
        try {
            tries++;
            work(value + tries, 1000);
            if (tries > 3)
                return tries;
            throw tries;
        } catch (int) {
            total = total + 1;
        }
    }
}

/* The handler has a loop, and nothing calls in it. */
APART int handler(int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        try {
            work(i, 2);
        } catch (int value) {
            for (int k = 0; k < value; k++)
                total = total + k;
            sum += value;
        }
    }
    return sum;
}

/* The condition of the loop throws. */
APART int ask(int value)
{
    work(value, 7);
    return value < 20;
}

APART int condition(int from)
{
    int i = from;
    try {
        while (ask(i))
            i++;
    } catch (int) {
        return i + 100;
    }
    return i;
}
}

int main()
{
    int sum = 0;
    try {
        again(12);
    } catch (int value) {
        sum = value;
    }
    printf("%d %d %d %d %d %d %d\n", go_on(10), go_on_while(9), stop(10), leave(10), nest(6), nest_on(3), sum);
    printf("%d %d %d %d\n", retry(1), handler(7), condition(1), total);
}
