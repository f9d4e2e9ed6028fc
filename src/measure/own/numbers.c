/* numbers.c: reads numbers from text, in bases 2 to 16, or 0 for the notation of C. */
#include "measure/own/own.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>

/* Returns the value of a digit; UINT_MAX if it is none. */
static unsigned value_of(char digit)
{
    if (digit >= '0' && digit <= '9')
        return (unsigned)(digit - '0');
    if (digit >= 'a' && digit <= 'z')
        return (unsigned)(digit - 'a') + 10;
    if (digit >= 'A' && digit <= 'Z')
        return (unsigned)(digit - 'A') + 10;
    return UINT_MAX;
}

static bool is_blank(char byte)
{
    return byte == ' ' || (byte >= '\t' && byte <= '\r');
}

static const char *skip_prefix(const char *at, unsigned *base)
{
    bool hex = at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && value_of(at[2]) < 16;
    if (*base == 0)
        *base = hex ? 16 : at[0] == '0' ? 8 : 10;
    return hex && *base == 16 ? at + 2 : at;
}

/* Reads sign and digits. If the number does not fit, sets *over and returns the largest one. */
static unsigned long long read_number(const char *text, char **end, unsigned base, bool *minus,
                                      bool *over)
{
    const char *at = text;
    while (is_blank(*at))
        at++;
    *minus = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    at = skip_prefix(at, &base);
    const char *digits = at;
    unsigned long long number = 0;
    *over = false;
    for (; value_of(*at) < base; at++) {
        if (__builtin_mul_overflow(number, base, &number) ||
            __builtin_add_overflow(number, value_of(*at), &number))
            *over = true;
    }
    if (end)
        *end = (char *)(uintptr_t)(at == digits ? text : at);
    return *over ? ULLONG_MAX : number;
}

unsigned long long tri_own_strtoull(const char *restrict text, char **restrict end, int base)
{
    bool minus, over;
    unsigned long long number = read_number(text, end, (unsigned)base, &minus, &over);
    if (over) {
        errno = ERANGE;
        return number;
    }
    return minus ? 0 - number : number;
}

long long tri_own_strtoll(const char *restrict text, char **restrict end, int base)
{
    bool minus, over;
    unsigned long long number = read_number(text, end, (unsigned)base, &minus, &over);
    unsigned long long most = (unsigned long long)LLONG_MAX + minus;
    if (number > most) {
        errno = ERANGE;
        return minus ? LLONG_MIN : LLONG_MAX;
    }
    return minus ? (long long)(0 - number) : (long long)number;
}

unsigned long tri_own_strtoul(const char *restrict text, char **restrict end, int base)
{
    return tri_own_strtoull(text, end, base);
}

long tri_own_strtol(const char *restrict text, char **restrict end, int base)
{
    return tri_own_strtoll(text, end, base);
}
