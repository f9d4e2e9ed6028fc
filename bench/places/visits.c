/* visits.c: what an `at` to another place costs that takes bytes along and brings them back. Usage:
 * visits COUNT. Prints µs with 8, 1024 and 65536 bytes: the medians of batches. */
#include "batches.h"

#include <stdio.h>
#include <stdlib.h>
#include <triptych/places.h>

static double visit(int size)
{
    static char bytes[65536];
    char *data = bytes;
    double start = batches_now();
    for (int i = 0; i < BATCH; i++) {
#pragma tri at(1) copyback(data [0:size])
        data[0]++;
    }
    return (batches_now() - start) / BATCH;
}

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 1024, 65536};
    long count = argc > 1 ? atol(argv[1]) : 10000;
    for (int i = 0; i < 3; i++)
        printf("%.3f%c", batches_median(visit, sizes[i], count), i < 2 ? ' ' : '\n');
    return 0;
}
