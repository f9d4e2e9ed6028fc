/* arrays.c: distributed arrays of many sizes and distributions. The output is that of the
 * sequential program, at any number of places. An argument is the most elements of an array. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/array.h>

struct cell {
    int value;
    char name[3];
};

static int wrong; /* at place 0 */

/* Counts what is not as it should be. */
static void check(int good)
{
    if (!good) {
#pragma tri at(0)
#pragma tri atomic
        wrong++;
    }
}

/* Every element is at one place, at one position there. */
static void divide(tri_array a)
{
    long long sum = 0;
    for (int p = 0; p < tri_places(); p++) {
        sum += tri_array_count_at(a, p);
        for (long long k = 0; k < tri_array_count_at(a, p); k++) {
            long long i = tri_array_element(a, p, k);
            check(i >= 0 && i < a.count && tri_array_place(a, i) == p &&
                  tri_array_index(a, i) == k);
            check(k == tri_array_count_below(a, p, i));
        }
    }
    check(sum == a.count);
    check(tri_array_place(a, -1) == -1 && tri_array_place(a, a.count) == -1);
}

/* Sums up what the places find in their elements. */
static long long add_up(tri_array a)
{
    long long sum = 0;
#pragma tri finish
    for (int p = 0; p < tri_places(); p++)
#pragma tri async at(p) reduction(+ : sum)
    {
        struct cell *mine = tri_array_local(a);
        long long count = tri_array_local_count(a);
        for (long long k = 0; k < count; k++) {
            long long i = tri_array_element(a, tri_here(), k);
            sum += (i + 1) * mine[k].value + mine[k].name[2];
            check(&mine[k] == tri_array_at(a, i));
        }
    }
    return sum;
}

/* Gets and puts stretches of all kinds, from all places. */
static void stretches(tri_array a, long long count)
{
    for (int p = 0; p < tri_places(); p++)
#pragma tri at(p)
    {
        struct cell some[120];
        for (long long first = 0; first <= count; first += 7) {
            for (long long n = 0; n <= count - first; n += n < 4 ? 1 : 13) {
                memset(some, 0, sizeof some);
                tri_array_get(a, first, n, some);
                for (long long i = 0; i < n; i++)
                    check(some[i].value == (int)(first + i) * 3);
                check(some[n].value == 0);
            }
        }
    }
    if (count > 10) {
        struct cell row[5] = {{1, "a"}, {2, "b"}, {3, "c"}, {4, "d"}, {5, "e"}};
#pragma tri at(tri_array_place(a, count - 1)) copyback(row)
        {
            tri_array_put(a, 3, 5, row);
            tri_array_get(a, count - 5, 5, row);
            TRI_ELEMENT(struct cell, a, count - 1).value++;
        }
        check(row[4].value == (int)(count - 1) * 3);
    }
}

static void try(long long count, long long block)
{
    struct cell all[120] = {{0}};
    tri_array a = tri_array_new("cells", count, sizeof(struct cell), block);
    divide(a);
    for (int i = 0; i < count; i++)
        all[i].value = i * 3;
    long long zeros = add_up(a);
    tri_array_put(a, 0, count, all);
    long long sum = add_up(a);
    stretches(a, count);
    printf("%lld: %lld %lld %lld\n", count, zeros, sum, add_up(a));
    tri_array_free(a);
}

int main(int argc, char **argv)
{
    static const long long counts[] = {0, 1, 5, 23, 64, 111},
                           blocks[] = {TRI_BLOCK, TRI_CYCLIC, 3, 50};
    long long most = argc > 1 ? atoll(argv[1]) : 111;
    for (unsigned i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        for (unsigned k = 0; k < sizeof blocks / sizeof blocks[0] && counts[i] <= most; k++)
            try(counts[i], blocks[k]);
    }
    for (int i = 0; i < 3 * most; i++) /* numbers are used again */
        tri_array_free(tri_array_new("many", i, 1, TRI_BLOCK));
    printf("%d wrong\n", wrong);
    return 0;
}
