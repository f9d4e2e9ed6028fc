/* duration.h: times as people write them in options. */
#ifndef UTIL_DURATION_H
#define UTIL_DURATION_H

#include <stdbool.h>

/* "30s", "20 ms", "3us", "100ns", "2m" or "2min", "1h", or a number alone, which is seconds: not
 * negative, and less than what fits in 64 bits of ns. False: it is none of these. */
bool duration_read(const char *text, double *seconds);

#endif
