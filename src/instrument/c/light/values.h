/* values.h: computes the values of integer expressions at compile time. */
#ifndef INSTRUMENT_C_LIGHT_VALUES_H
#define INSTRUMENT_C_LIGHT_VALUES_H

#include "instrument/c/scope.h"

enum { VALUES_MOST = 16 }; /* levels of loops */

/* The current values of the variables of constant loops around an expression; zero-initialise. */
struct values {
    CXCursor variable[VALUES_MOST];
    long long value[VALUES_MOST];
    int count;
};

/* Computes the value of an integer expression; `values` may be NULL. False if it is unknown. */
bool values_of(const struct unit *unit, const struct values *values, const struct node *expression,
               long long *value);

#endif
