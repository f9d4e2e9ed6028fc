/* sort.h: entries in the order of their words. */
#ifndef SORT_H
#define SORT_H

#include "table.h"

/* A merge sort from the top down. `room` holds as many as are sorted. */
void sort_entries(struct entry **entries, size_t count, struct entry **room);

#endif
