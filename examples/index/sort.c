/* sort.c: see sort.h */
#include "sort.h"

#include <string.h>

/* The two sorted halves of `entries`, the first of `half`, become one. Only the first half has to
 * move away. */
static void merge(struct entry **entries, size_t half, size_t count, struct entry **room)
{
    memcpy(room, entries, half * sizeof *room);
    size_t left = 0, right = half, out = 0;
    while (left < half && right < count) {
        if (strcmp(room[left]->word, entries[right]->word) <= 0)
            entries[out++] = room[left++];
        else
            entries[out++] = entries[right++];
    }
    while (left < half)
        entries[out++] = room[left++];
}

void sort_entries(struct entry **entries, size_t count, struct entry **room)
{
    if (count < 2)
        return;
    size_t half = count / 2;
    sort_entries(entries, half, room);
    sort_entries(entries + half, count - half, room);
    merge(entries, half, count, room);
}
