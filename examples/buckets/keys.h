/* keys.h: the keys to sort: the same ones, whatever the number of ranks. */
#ifndef KEYS_H
#define KEYS_H

#include <stdint.h>

enum { KEYS_END = 1 << 20 }; /* keys are from 0 to below this */

/* Makes keys number first to end - 1 of a round. They crowd in the middle: each is the mean of
 * four random numbers, as in the NAS benchmark IS. */
void keys_make(int *keys, long first, long end, int round);

#endif
