/* travellers.h: activities that go from one place of a program to another by a message, and keep
 * their numbers. Both places know the message by a number, the tag. Places on other machines do not
 * see each other's travellers: there, these have new numbers. */
#ifndef MEASURE_VOCABULARY_TRAVELLERS_H
#define MEASURE_VOCABULARY_TRAVELLERS_H

#include <stdbool.h>
#include <stdint.h>

/* The activity that this thread runs goes to another place. `vocabulary` is the id of the one that
 * says so. */
void measure_travellers_depart(uint64_t vocabulary, int64_t tag);

/* Stores the number that an activity from another place has here. False if none has departed with
 * that tag. */
bool measure_travellers_arrive(uint64_t vocabulary, int64_t tag, uint32_t *number);

#endif
