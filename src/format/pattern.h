/* pattern.h: tells which regular expressions are safe to use. */
#ifndef FORMAT_PATTERN_H
#define FORMAT_PATTERN_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_PATTERN_LONGEST = 2000, FORMAT_PATTERN_REPEATS = 1000 };

/* True if a pattern is too long, or its repetitions are: counts multiply if they are nested, and
 * a{99}{99}{99} would exhaust memory. */
static inline bool format_pattern_is_too_large(const char *pattern)
{
    unsigned long all = 1;
    if (strlen(pattern) > FORMAT_PATTERN_LONGEST)
        return true;
    for (const char *at = pattern; (at = strchr(at, '{')); at++) {
        unsigned long most = 1;
        for (const char *digit = at + 1; (*digit >= '0' && *digit <= '9') || *digit == ',';) {
            unsigned long count = strtoul(digit, NULL, 10);
            most = count > most ? count : most;
            digit += strspn(digit, "0123456789");
            digit += *digit == ',';
        }
        if (most > FORMAT_PATTERN_REPEATS || (all *= most) > FORMAT_PATTERN_REPEATS)
            return true;
    }
    return false;
}

/* True if a pattern has back references (\1): matching it may take exponential time. */
static inline bool format_pattern_refers_back(const char *pattern)
{
    for (; *pattern; pattern++) {
        if (*pattern == '\\' && pattern[1]) {
            pattern++;
            if (*pattern >= '1' && *pattern <= '9')
                return true;
        }
    }
    return false;
}

#endif
