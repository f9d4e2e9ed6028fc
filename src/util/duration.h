/* duration.h: times as people write them in options. */
#ifndef UTIL_DURATION_H
#define UTIL_DURATION_H

#include <stdbool.h>

/* Reads "30s", "20 ms", "3us", "100ns", "2m" or "2min", "1h", or a number alone, which is in
 * seconds. Returns false if it is none of these, negative, or more ns than 64 bits hold. */
bool duration_read(const char *text, double *seconds);

#endif
