/* value.h: evaluates integer expressions that are known when the program is compiled. */
#ifndef INSTRUMENT_FORTRAN_READER_VALUE_H
#define INSTRUMENT_FORTRAN_READER_VALUE_H

#include <stdbool.h>
#include <stddef.h>

/* Finds the value of a name in an expression; false: it is not known. */
typedef bool value_lookup(void *context, const char *name, long long *value);

/* Evaluates text[0, size), which is normalised: + - * / **, parentheses, integers and names. False:
 * it has something else, the value of a name is not known, or a number is too large. */
bool value_of(const char *text, size_t size, value_lookup *lookup, void *context, long long *value);

#endif
