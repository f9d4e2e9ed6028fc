/* heat.c: heat in a rod, whose cells are a distributed array. Every place computes its own cells;
 * what it needs from a neighbour it gets as one element.
 *
 *   heat [CELLS [ROUNDS [block | cyclic | CELLS OF A BLOCK]]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/array.h>

/* Computes the cells [first, end), which are one block, from `mine` and its neighbours. */
static void step_block(tri_array from, tri_array to, long long first, long long end)
{
    const double *mine = tri_array_at(from, first);
    double *out = tri_array_at(to, first);
    long long last = end - first - 1;
    double before = 0, after = 0;
    if (first > 0)
        tri_array_get(from, first - 1, 1, &before);
    if (end < from.count)
        tri_array_get(from, end, 1, &after);
    for (long long i = 0; i <= last; i++) {
        double left = i > 0 ? mine[i - 1] : before;
        double right = i < last ? mine[i + 1] : after;
        out[i] = mine[i] + 0.25 * (left - 2 * mine[i] + right);
    }
}

/* Computes the cells of this place. */
static void step(tri_array from, tri_array to)
{
    long long count = tri_array_local_count(from);
    for (long long i = 0; i < count; i += from.block) {
        long long first = tri_array_element(from, tri_here(), i);
        long long end = first + from.block < from.count ? first + from.block : from.count;
        step_block(from, to, first, end);
    }
}

/* Prints some cells and their sum, in the order of the rod. */
static void print(tri_array rod)
{
    double *all = malloc((size_t)rod.count * sizeof *all), sum = 0;
    if (!all)
        exit(1);
    tri_array_get(rod, 0, rod.count, all);
    for (long long i = 0; i < rod.count; i++)
        sum += all[i];
    printf("%.9f %.9f %.9f, sum %.9f\n", all[0], all[rod.count / 4], all[rod.count / 2], sum);
    free(all);
}

static long long distribution(const char *text)
{
    if (!strcmp(text, "block"))
        return TRI_BLOCK;
    return strcmp(text, "cyclic") != 0 ? atoll(text) : TRI_CYCLIC;
}

int main(int argc, char **argv)
{
    long long cells = argc > 1 ? atoll(argv[1]) : 1000;
    int rounds = argc > 2 ? atoi(argv[2]) : 100;
    long long block = distribution(argc > 3 ? argv[3] : "block");
    double hot = 1000;
    if (cells < 1 || rounds < 0 || block < 0) {
        fprintf(stderr, "heat: wrong arguments\n");
        return 2;
    }
    tri_array now = tri_array_new("now", cells, sizeof(double), block);
    tri_array then = tri_array_new("then", cells, sizeof(double), block);
#pragma tri at(tri_array_place(now, cells / 2))
    TRI_ELEMENT(double, now, cells / 2) = hot;
    for (int round = 0; round < rounds; round++) {
#pragma tri finish
        for (int place = 0; place < tri_places(); place++)
#pragma tri async at(place)
            step(now, then);
        tri_array last = now;
        now = then;
        then = last;
    }
    print(now);
    tri_array_free(now);
    tri_array_free(then);
    return 0;
}
