/* value.c: see value.h */
#include "instrument/fortran/reader/value.h"

#include "instrument/fortran/reader/phrase.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64, DEEPEST = 64 };

/* An expression while it is evaluated by recursive descent. */
struct expression {
    const char *text;
    size_t size, at;
    unsigned depth;
    value_lookup *lookup;
    void *context;
};

static bool sum(struct expression *expression, long long *value);

/* True if `c` is next. */
static bool is_next(const struct expression *expression, char c)
{
    return expression->at < expression->size && expression->text[expression->at] == c;
}

/* Takes `c` if it is next. */
static bool take(struct expression *expression, char c)
{
    bool found = is_next(expression, c);
    expression->at += found;
    return found;
}

/* Reads a number, perhaps with a kind: 5, 5_8. */
static bool number(struct expression *expression, long long *value)
{
    size_t start = expression->at;
    *value = 0;
    while (expression->at < expression->size &&
           isdigit((unsigned char)expression->text[expression->at])) {
        int digit = expression->text[expression->at++] - '0';
        if (__builtin_mul_overflow(*value, 10, value) ||
            __builtin_add_overflow(*value, digit, value))
            return false;
    }
    if (expression->at == start)
        return false;
    if (take(expression, '_')) {
        while (expression->at < expression->size &&
               phrase_is_name_char(expression->text[expression->at]))
            expression->at++;
    }
    bool goes_on = expression->at < expression->size &&
                   (phrase_is_name_char(expression->text[expression->at]) ||
                    strchr(".'\"", expression->text[expression->at]));
    return !goes_on;
}

/* Reads a name and finds its value. */
static bool name(struct expression *expression, long long *value)
{
    char text[LONGEST];
    size_t start = expression->at;
    while (expression->at < expression->size &&
           phrase_is_name_char(expression->text[expression->at]))
        expression->at++;
    size_t length = expression->at - start;
    if (!length || length >= sizeof text || is_next(expression, '(') || is_next(expression, '%'))
        return false;
    memcpy(text, expression->text + start, length);
    text[length] = '\0';
    return expression->lookup && expression->lookup(expression->context, text, value);
}

/* Reads a number, a name, or an expression in parentheses. */
static bool primary(struct expression *expression, long long *value)
{
    if (take(expression, '('))
        return expression->depth < DEEPEST && sum(expression, value) && take(expression, ')');
    if (expression->at < expression->size &&
        isdigit((unsigned char)expression->text[expression->at]))
        return number(expression, value);
    return name(expression, value);
}

/* Calculates base ** exponent. False: the exponent is negative, or the value is too large. */
static bool raise(long long base, long long exponent, long long *value)
{
    *value = 1;
    if (exponent < 0 || exponent > 62)
        return false;
    while (exponent-- > 0) {
        if (__builtin_mul_overflow(*value, base, value))
            return false;
    }
    return true;
}

/* Reads powers; a**b**c is a**(b**c). */
static bool power(struct expression *expression, long long *value)
{
    long long base, exponent;
    if (!primary(expression, &base))
        return false;
    if (!(is_next(expression, '*') && expression->at + 1 < expression->size &&
          expression->text[expression->at + 1] == '*')) {
        *value = base;
        return true;
    }
    expression->at += 2;
    if (expression->depth >= DEEPEST)
        return false;
    expression->depth++;
    bool good = power(expression, &exponent) && raise(base, exponent, value);
    expression->depth--;
    return good;
}

/* Reads products and quotients. A division by -1 may overflow and is given up. */
static bool product(struct expression *expression, long long *value)
{
    if (!power(expression, value))
        return false;
    for (;;) {
        long long right;
        if (take(expression, '*')) {
            if (!power(expression, &right) || __builtin_mul_overflow(*value, right, value))
                return false;
        } else if (take(expression, '/')) {
            if (!power(expression, &right) || right == 0 || right == -1)
                return false;
            *value /= right;
        } else {
            return true;
        }
    }
}

/* Reads an expression. */
static bool sum(struct expression *expression, long long *value)
{
    expression->depth++;
    bool negative = take(expression, '-');
    if (!negative)
        take(expression, '+');
    bool good = product(expression, value);
    if (negative && good)
        good = !__builtin_sub_overflow(0, *value, value);
    while (good && (is_next(expression, '+') || is_next(expression, '-'))) {
        long long right;
        bool plus = is_next(expression, '+');
        expression->at++;
        good =
            product(expression, &right) && !(plus ? __builtin_add_overflow(*value, right, value)
                                                  : __builtin_sub_overflow(*value, right, value));
    }
    expression->depth--;
    return good;
}

bool value_of(const char *text, size_t size, value_lookup *lookup, void *context, long long *value)
{
    struct expression expression = {
        .text = text, .size = size, .lookup = lookup, .context = context};
    return sum(&expression, value) && expression.at == size;
}
