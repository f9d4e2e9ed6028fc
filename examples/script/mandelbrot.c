/* mandelbrot.c: some rows of Mandelbrot's set: mandelbrot SIZE FIRST END. Prints "row
 * points-inside".
 */
#include <stdio.h>
#include <stdlib.h>

enum { LIMIT = 1000 };

static int is_inside(double x, double y)
{
    double a = 0, b = 0;
    for (int i = 0; i < LIMIT; i++) {
        double next = a * a - b * b + x;
        b = 2 * a * b + y;
        a = next;
        if (a * a + b * b > 4)
            return 0;
    }
    return 1;
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    int size = atoi(argv[1]), first = atoi(argv[2]), end = atoi(argv[3]);
    for (int row = first; row < end; row++) {
        int inside = 0;
        for (int column = 0; column < size; column++)
            inside += is_inside(-2.0 + 3.0 * column / size, -1.5 + 3.0 * row / size);
        printf("%d %d\n", row, inside);
    }
    return 0;
}
