/* serial.c: one process: a routine that is called from two others, and a loop. */
#include "work.h"

static void kernel(int units)
{
    work(units);
}

static void predict(int units)
{
    kernel(units);
    work(5);
}

static void correct(int units)
{
    work(10);
    kernel(units / 2);
}

int main(int argc, char **argv)
{
    double start = seconds();
    for (int step = 0; step < 25; step++) {
        predict(units_of(argc, argv));
        correct(units_of(argc, argv));
    }
    printf("%.6f\n", seconds() - start);
    return 0;
}
