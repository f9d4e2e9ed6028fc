/* quiet.h: functions of the C library that return to where they were called, and call nothing of
 * the program. A function that calls one of them goes on as if the call were an instruction. */
#ifndef FORMAT_QUIET_H
#define FORMAT_QUIET_H

#include <stdbool.h>
#include <string.h>

static const char *const format_quiet_strings[] = {
    "memchr",  "memcmp",  "memcpy",  "memmove", "memrchr", "memset", "stpcpy",
    "strcat",  "strchr",  "strcmp",  "strcpy",  "strcspn", "strlen", "strncat",
    "strncmp", "strncpy", "strnlen", "strpbrk", "strrchr", "strspn", "strstr",
};

/* The other names of these, for other floating-point types, end with f or l. */
static const char *const format_quiet_numbers[] = {
    "acos",      "acosh",     "asin",   "asinh",     "atan",   "atan2",  "atanh",    "cabs",
    "carg",      "cbrt",      "ccos",   "ceil",      "cexp",   "clog",   "copysign", "cos",
    "cosh",      "cpow",      "csin",   "csqrt",     "erf",    "erfc",   "exp",      "exp10",
    "exp2",      "expm1",     "fabs",   "fdim",      "floor",  "fma",    "fmax",     "fmin",
    "fmod",      "frexp",     "hypot",  "ilogb",     "ldexp",  "lgamma", "llrint",   "llround",
    "log",       "log10",     "log1p",  "log2",      "logb",   "lrint",  "lround",   "modf",
    "nearbyint", "nextafter", "pow",    "remainder", "remquo", "rint",   "round",    "scalbln",
    "scalbn",    "sin",       "sincos", "sinh",      "sqrt",   "tan",    "tanh",     "tgamma",
    "trunc",
};

static inline bool format_is_quiet(const char *name)
{
    for (size_t i = 0; i < sizeof format_quiet_strings / sizeof format_quiet_strings[0]; i++) {
        if (!strcmp(name, format_quiet_strings[i]))
            return true;
    }
    for (size_t i = 0; i < sizeof format_quiet_numbers / sizeof format_quiet_numbers[0]; i++) {
        const char *number = format_quiet_numbers[i];
        size_t size = strlen(number);
        bool begins = !strncmp(name, number, size);
        if (begins && (!name[size] || (strchr("fl", name[size]) && !name[size + 1])))
            return true;
    }
    return false;
}

#endif
