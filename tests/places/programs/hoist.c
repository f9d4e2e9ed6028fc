/* Copies in loops: some of them could be made once, before the loop. */
#include <stdio.h>
#include <stdlib.h>
#include <triptych/places.h>

enum { SIZE = 64, TRIPS = 12 };

static double *shared;

static void touch(void)
{
    shared[0] += 1;
}

static double unchanged(void)
{
    double table[SIZE], sum = 0;
    for (int i = 0; i < SIZE; i++)
        table[i] = i;
    for (int i = 0; i < TRIPS; i++) {
#pragma tri at(1) copyback(sum)
        sum += table[i];
    }
    return sum;
}

static double changed(void)
{
    double table[SIZE], sum = 0;
    for (int i = 0; i < SIZE; i++)
        table[i] = i;
    for (int i = 0; i < TRIPS; i++) {
        table[0] += i;
#pragma tri at(1) copyback(sum)
        sum += table[i];
    }
    return sum;
}

static void fill(double *table)
{
    shared = table;
    for (int i = 0; i < SIZE; i++)
        table[i] = i;
}

static double exposed(void)
{
    double table[SIZE], sum = 0, *before = shared;
    fill(table);
    for (int i = 0; i < TRIPS; i++) {
        touch();
#pragma tri at(1) copyback(sum)
        sum += table[i];
    }
    shared = before;
    return sum;
}

static double each_place_once(void)
{
    double table[SIZE], sum = 0;
    for (int i = 0; i < SIZE; i++)
        table[i] = i;
    for (int place = 1; place < tri_places(); place++) {
#pragma tri at(place) copyback(sum)
        sum += table[place];
    }
    return sum;
}

static double section(const double *numbers, int count)
{
    double sum = 0;
    for (int i = 0; i < TRIPS; i++) {
#pragma tri at(1) copy(numbers [0:count]) copyback(sum)
        sum += numbers[i];
    }
    return sum;
}

static double touched(const double *numbers, int count)
{
    double sum = 0;
    for (int i = 0; i < TRIPS; i++) {
        touch();
#pragma tri at(1) copy(numbers [0:count]) copyback(sum)
        sum += numbers[i];
    }
    return sum;
}

int main(void)
{
    shared = calloc(SIZE, sizeof *shared);
    printf("%g %g %g %g", unchanged(), changed(), exposed(), each_place_once());
    printf(" %g", section(shared, SIZE));
    printf(" %g\n", touched(shared, SIZE));
    free(shared);
    return 0;
}
