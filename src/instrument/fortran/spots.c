/* spots.c: what stands at a statement: see scope.h */
#include "instrument/fortran/scope.h"

struct spot *routine_spot(const struct routine *routine, size_t statement)
{
    return &routine->spots[statement - routine->first];
}

struct site *routine_site(const struct routine *routine, size_t statement)
{
    size_t low = 0, high = routine->site_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (routine->sites[middle].at < statement)
            low = middle + 1;
        else
            high = middle;
    }
    return low < routine->site_count && routine->sites[low].at == statement ? &routine->sites[low]
                                                                            : NULL;
}
