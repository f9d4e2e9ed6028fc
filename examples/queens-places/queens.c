/* queens.c: the number of ways to put n queens on an n × n board, by activities.
 *
 *   queens N [distributed]
 *
 * The first rows are divided between 1, 2 and then 4 activities of one place; distributed, there is
 * one activity for each square of the first row, at one place after another. Every solution that is
 * found is counted in an atomic block. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/places.h>

enum { LARGEST = 20 };

static long solutions; /* one per place */

/* Counts the solutions with queens in the given columns and diagonals, in `solutions` and as
 * result. */
static long search(unsigned all, unsigned columns, unsigned left, unsigned right)
{
    long found = 0;
    if (columns == all) {
#pragma tri atomic
        solutions++;
        return 1;
    }
    for (unsigned free = all & ~(columns | left | right); free; free &= free - 1) {
        unsigned square = free & -free;
        found += search(all, columns | square, (left | square) << 1, (right | square) >> 1);
    }
    return found;
}

/* Puts the first queen on a square, and counts the solutions. */
static long search_from(int n, int square)
{
    unsigned bit = 1u << square;
    return search((1u << n) - 1, bit, bit << 1, bit >> 1);
}

static long parallel(int n, int tasks)
{
    solutions = 0;
#pragma tri finish
    for (int task = 0; task < tasks; task++)
#pragma tri async
        for (int square = task; square < n; square += tasks)
            search_from(n, square);
    return solutions;
}

static long distributed(int n)
{
    long sum = 0;
#pragma tri finish
    for (int square = 0; square < n; square++)
#pragma tri async reduction(+ : sum)
#pragma tri at(square % tri_places()) reduction(+ : sum)
        sum += search_from(n, square);
    return sum;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 8;
    if (n < 1 || n > LARGEST || argc > 3 || (argc > 2 && strcmp(argv[2], "distributed") != 0)) {
        fprintf(stderr, "usage: queens N [distributed], N from 1 to %d\n", LARGEST);
        return 2;
    }
    if (argc > 2) {
        printf("%d places: %ld\n", tri_places(), distributed(n));
        return 0;
    }
    for (int tasks = 1; tasks <= 4; tasks *= 2)
        printf("%d tasks: %ld\n", tasks, parallel(n, tasks));
    return 0;
}
