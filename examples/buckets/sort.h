/* sort.h: counting sort of one bucket. */
#ifndef SORT_H
#define SORT_H

#include <stdbool.h>

/* Sorts keys that are from `first` to below `end`. Returns false when memory is out. */
bool sort_keys(int *keys, int count, int first, int end);

#endif
