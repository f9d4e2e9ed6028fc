/* table.h: a round table: between any two philosophers lies one fork. */
#ifndef TABLE_H
#define TABLE_H

#include <stdbool.h>

enum { TABLE_SEATS = 64 };

/* Politely: everybody takes the fork with the lower number first, so that nobody waits in a circle.
 * Otherwise: the left one first, and all at once. */
void table_set(int seats, bool politely);

/* Takes both forks, eats, and puts them back. */
void table_eat(int seat);

long table_meals(void);

#endif
