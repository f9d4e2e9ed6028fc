/* value.h: the value of an integer expression that is known when the program is compiled. */
#ifndef INSTRUMENT_FORTRAN_READER_VALUE_H
#define INSTRUMENT_FORTRAN_READER_VALUE_H

#include <stdbool.h>
#include <stddef.h>

/* What a name in an expression stands for; false: its value is not known. */
typedef bool value_lookup(void *context, const char *name, long long *value);

/* Evaluates text[0, size), which is normalised: + - * / **, brackets, integers and names. False:
 * it is something else, a name in it is not known, or a number is too large. */
bool value_of(const char *text, size_t size, value_lookup *lookup, void *context, long long *value);

#endif
