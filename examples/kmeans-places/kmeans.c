/* kmeans.c: k-means with points that are spread over the places.
 *
 *   kmeans [POINTS [ROUNDS]]
 *
 * In each round every place gets the centres; an activity for each point, at the place that has it,
 * adds the point to the sums of the nearest centre there; and the main activity visits all places
 * and starts a child in each, which brings the sums of its place back to the place where the main
 * activity came from. Nothing is gained by that last step at the place itself: its child moves to
 * where it is. */
#include <stdio.h>
#include <stdlib.h>
#include <triptych/places.h>

enum { CENTRES = 4, MOST_POINTS = 1000000 };

struct centre {
    double x, y;
};

/* Sums of whole numbers do not depend on the order in which they are added. */
struct sum {
    long x, y, count;
};

/* One of each per place. */
static struct centre centres[CENTRES];
static struct sum sums[CENTRES];
static struct sum totals[CENTRES];

/* Returns coordinate 0 or 1 of a point, in thousandths: the same at every place, so that none has
 * to be sent. */
static long coordinate(int point, int which)
{
    unsigned long mixed = (unsigned long)(2 * point + which + 1) * 2654435761ul % 4294967296ul;
    return (long)(mixed % 1000) + (point % CENTRES == which ? 2000 : 0);
}

static int nearest(long x, long y)
{
    int best = 0;
    double least = 1e300;
    for (int c = 0; c < CENTRES; c++) {
        double dx = (double)x - centres[c].x, dy = (double)y - centres[c].y;
        double distance = dx * dx + dy * dy;
        if (distance < least) {
            least = distance;
            best = c;
        }
    }
    return best;
}

/* Tells every place the centres. */
static void spread(void)
{
    struct centre now[CENTRES];
    for (int c = 0; c < CENTRES; c++)
        now[c] = centres[c];
#pragma tri finish
    for (int place = 0; place < tri_places(); place++)
#pragma tri async at(place)
        for (int c = 0; c < CENTRES; c++) {
            centres[c] = now[c];
            sums[c] = (struct sum){0, 0, 0};
        }
}

static void assign(int points)
{
#pragma tri finish
    for (int point = 0; point < points; point++)
#pragma tri async at(point % tri_places())
    {
        long x = coordinate(point, 0), y = coordinate(point, 1);
        int c = nearest(x, y);
#pragma tri atomic
        {
            sums[c].x += x;
            sums[c].y += y;
            sums[c].count++;
        }
    }
}

/* Visits all places from place 0, and lets a child at each bring its sums back there. */
static void collect(void)
{
#pragma tri finish
    for (int place = 0; place < tri_places(); place++)
#pragma tri at(place)
#pragma tri async
    {
        struct sum ours[CENTRES];
        for (int c = 0; c < CENTRES; c++)
            ours[c] = sums[c];
#pragma tri at(0)
#pragma tri atomic
        for (int c = 0; c < CENTRES; c++) {
            totals[c].x += ours[c].x;
            totals[c].y += ours[c].y;
            totals[c].count += ours[c].count;
        }
    }
}

static void round_of(int points)
{
    spread();
    assign(points);
    for (int c = 0; c < CENTRES; c++)
        totals[c] = (struct sum){0, 0, 0};
    collect();
    for (int c = 0; c < CENTRES; c++) {
        if (totals[c].count) {
            centres[c].x = (double)totals[c].x / (double)totals[c].count;
            centres[c].y = (double)totals[c].y / (double)totals[c].count;
        }
    }
}

int main(int argc, char **argv)
{
    int points = argc > 1 ? atoi(argv[1]) : 2000, rounds = argc > 2 ? atoi(argv[2]) : 13;
    if (points < CENTRES || points > MOST_POINTS || rounds < 1) {
        fprintf(stderr, "usage: kmeans [POINTS [ROUNDS]]\n");
        return 2;
    }
    for (int c = 0; c < CENTRES; c++)
        centres[c] = (struct centre){(double)coordinate(c, 0), (double)coordinate(c, 1)};
    for (int i = 0; i < rounds; i++)
        round_of(points);
    for (int c = 0; c < CENTRES; c++)
        printf("%.4f %.4f: %ld points\n", centres[c].x / 1000, centres[c].y / 1000,
               totals[c].count);
    return 0;
}
