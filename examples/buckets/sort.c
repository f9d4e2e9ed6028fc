/* sort.c: see sort.h */
#include "sort.h"

#include <stdlib.h>

bool sort_keys(int *keys, int count, int first, int end)
{
    int *times = calloc((size_t)(end - first) + 1, sizeof *times);
    if (!times)
        return false;
    for (int i = 0; i < count; i++)
        times[keys[i] - first]++;
    int at = 0;
    for (int key = first; key < end; key++)
        for (int left = times[key - first]; left > 0; left--)
            keys[at++] = key;
    free(times);
    return true;
}
