/* clusters.c: k-means with points that are as large as images of digits, 28 × 28 numbers, and ten
 * centres: 22 rounds with an activity for each of 2,000 points, at the place that has it. Prints a
 * sum over the centres. */
#include <stdio.h>
#include <stdlib.h>
#include <triptych/places.h>

enum { POINTS = 2000, ROUNDS = 22, CENTRES = 10, NUMBERS = 28 * 28 };

static unsigned char points[POINTS][NUMBERS]; /* the same at every place */
static float centres[CENTRES][NUMBERS];
static long counts[CENTRES];
static long sums[CENTRES][NUMBERS];

static int nearest(const unsigned char *point)
{
    int best = 0;
    float least = 1e30f;
    for (int c = 0; c < CENTRES; c++) {
        float distance = 0;
        for (int i = 0; i < NUMBERS; i++) {
            float difference = (float)point[i] - centres[c][i];
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    return best;
}

static void assign(void)
{
#pragma tri finish
    for (int point = 0; point < POINTS; point++)
#pragma tri async at(point % tri_places())
    {
        int c = nearest(points[point]);
#pragma tri atomic
        {
            counts[c]++;
            for (int i = 0; i < NUMBERS; i++)
                sums[c][i] += points[point][i];
        }
    }
}

/* Makes points and centres, at every place alike. */
static void make(void)
{
    unsigned random = 1;
    for (int point = 0; point < POINTS; point++) {
        for (int i = 0; i < NUMBERS; i++) {
            random = random * 1664525u + 1013904223u;
            points[point][i] =
                (unsigned char)((random >> 24) / 2 + 12u * (unsigned)(point % CENTRES));
        }
    }
    for (int c = 0; c < CENTRES; c++) {
        for (int i = 0; i < NUMBERS; i++)
            centres[c][i] = points[c][i];
    }
}

/* Moves the centres of a place to the middle of its own points. */
static void move(void)
{
    for (int c = 0; c < CENTRES; c++) {
        for (int i = 0; i < NUMBERS; i++) {
            if (counts[c])
                centres[c][i] = (float)sums[c][i] / (float)counts[c];
            sums[c][i] = 0;
        }
        counts[c] = 0;
    }
}

int main(void)
{
    long all = 0;
    for (int place = 0; place < tri_places(); place++)
#pragma tri at(place)
        make();
    for (int round = 0; round < ROUNDS; round++) {
        assign();
        for (int place = 0; place < tri_places(); place++)
#pragma tri at(place)
            move();
    }
    for (int place = 0; place < tri_places(); place++)
#pragma tri at(place) reduction(+ : all)
        for (int c = 0; c < CENTRES; c++)
            all += (long)centres[c][0];
    printf("%ld\n", all);
    return 0;
}
