/* values.h: integer values that are known before the program runs. */
#ifndef INSTRUMENT_C_LIGHT_VALUES_H
#define INSTRUMENT_C_LIGHT_VALUES_H

#include "instrument/c/scope.h"

enum { VALUES_MOST = 16 }; /* loops around each other */

/* Values of variables: of the constant loops around a place. Zero-initialise. */
struct values {
    CXCursor variable[VALUES_MOST];
    long long value[VALUES_MOST];
    int count;
};

/* The value of an integer expression; `values` may be NULL. False: it is not known. */
bool values_of(const struct unit *unit, const struct values *values, const struct node *expression,
               long long *value);

#endif
