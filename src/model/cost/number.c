/* number.c: arithmetic with exact fractions that become doubles where they no longer fit. */
#include "model/cost/number.h"

#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t magnitude(int64_t value)
{
    return value < 0 ? (uint64_t)0 - (uint64_t)value : (uint64_t)value;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static bool multiply(int64_t a, int64_t b, int64_t *result)
{
    return !__builtin_mul_overflow(a, b, result) && *result != INT64_MIN;
}

static bool add(int64_t a, int64_t b, int64_t *result)
{
    return !__builtin_add_overflow(a, b, result) && *result != INT64_MIN;
}

static struct model_number exact(int64_t top, int64_t bottom)
{
    assert(bottom > 0 && top != INT64_MIN);
    return (struct model_number){.top = top, .bottom = bottom};
}

struct model_number model_number_whole(int64_t value)
{
    return value == INT64_MIN ? model_number_real((double)value) : exact(value, 1);
}

struct model_number model_number_real(double value)
{
    return (struct model_number){.real = value};
}

struct model_number model_number_fraction(int64_t top, int64_t bottom)
{
    assert(bottom);
    uint64_t divisor = common_divisor(magnitude(top), magnitude(bottom));
    uint64_t above = magnitude(top) / divisor, below = magnitude(bottom) / divisor;
    bool negative = (top < 0) != (bottom < 0);
    if (above > INT64_MAX || below > INT64_MAX)
        return model_number_real((double)top / (double)bottom);
    return exact(negative ? -(int64_t)above : (int64_t)above, (int64_t)below);
}

double model_number_value(struct model_number number)
{
    return number.bottom == 0   ? number.real
           : number.bottom == 1 ? (double)number.top
                                : (double)number.top / (double)number.bottom;
}

bool model_number_is_whole(struct model_number number)
{
    return number.bottom == 1 || (number.bottom == 0 && number.real == floor(number.real));
}

int model_number_sign(struct model_number number)
{
    double value = number.bottom ? (double)number.top : number.real;
    return (value > 0) - (value < 0);
}

int model_number_compare(struct model_number a, struct model_number b)
{
    int64_t left, right;
    if (a.bottom && b.bottom && multiply(a.top, b.bottom, &left) &&
        multiply(b.top, a.bottom, &right))
        return (left > right) - (left < right);
    double x = model_number_value(a), y = model_number_value(b);
    return (x > y) - (x < y);
}

bool model_number_same(struct model_number a, struct model_number b)
{
    return a.bottom == b.bottom && (a.bottom ? a.top == b.top : a.real == b.real);
}

static size_t count_digits(const char *text)
{
    size_t count = 0;
    while (isdigit((unsigned char)text[count]))
        count++;
    return count;
}

/* Returns the length of the number at `text`, and of its digits without the exponent. */
static size_t number_length(const char *text, size_t *mantissa)
{
    size_t whole = count_digits(text), size = whole;
    if (text[size] == '.' && isdigit((unsigned char)text[size + 1]))
        size += 1 + count_digits(text + size + 1);
    *mantissa = size;
    if (!size)
        return 0;
    if (text[size] == 'e' || text[size] == 'E') {
        size_t sign = text[size + 1] == '-' || text[size + 1] == '+';
        size_t digits = count_digits(text + size + 1 + sign);
        size += digits ? 1 + sign + digits : 0;
    }
    return size;
}

static bool power_of_ten(long exponent, int64_t *result)
{
    *result = 1;
    for (long i = 0; i < exponent; i++) {
        if (!multiply(*result, 10, result))
            return false;
    }
    return true;
}

/* Reads the number exactly. Returns false if it does not fit. */
static bool read_exactly(const char *text, size_t mantissa, struct model_number *number)
{
    int64_t digits = 0, scale;
    long exponent = 0, zeros = 0; /* zeros at the end, which may not matter */
    bool behind = false;
    for (size_t i = 0; i < mantissa; i++) {
        if (text[i] == '.') {
            behind = true;
            continue;
        }
        exponent -= behind;
        zeros++;
        if (text[i] == '0' && digits)
            continue;
        if (text[i] == '0') {
            zeros = 0;
            continue;
        }
        if (zeros > 18 || !power_of_ten(zeros, &scale) || !multiply(digits, scale, &digits) ||
            !add(digits, text[i] - '0', &digits))
            return false;
        zeros = 0;
    }
    exponent += zeros;
    if (text[mantissa] == 'e' || text[mantissa] == 'E') {
        long written = strtol(text + mantissa + 1, NULL, 10);
        if (written > 100000 || written < -100000)
            return false;
        exponent += written;
    }
    if (!digits) {
        *number = exact(0, 1);
        return true;
    }
    for (; exponent < 0 && digits % 10 == 0; exponent++)
        digits /= 10;
    if (!power_of_ten(exponent < 0 ? -exponent : exponent, &scale))
        return false;
    if (exponent < 0)
        *number = model_number_fraction(digits, scale);
    else if (!multiply(digits, scale, &digits))
        return false;
    else
        *number = exact(digits, 1);
    return number->bottom != 0;
}

size_t model_number_read(const char *text, struct model_number *number)
{
    size_t mantissa, size = number_length(text, &mantissa);
    if (size && !read_exactly(text, mantissa, number)) {
        char *copy = strndup(text, size); /* strtod would read hexadecimal numbers, too */
        *number = model_number_real(copy ? strtod(copy, NULL) : 0);
        free(copy);
    }
    return size;
}

static void shortest(double value, char *text, size_t room)
{
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, room, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            return;
    }
}

struct model_number model_number_canonical(struct model_number number)
{
    char text[64];
    struct model_number result;
    if (number.bottom || !isfinite(number.real))
        return number;
    shortest(fabs(number.real), text, sizeof text);
    model_number_read(text, &result);
    return number.real < 0 ? model_number_negate(result) : result;
}

/* Returns how many decimals the fraction has; -1 if they do not end or are too many to be written
 * exactly. */
static int decimals(struct model_number number)
{
    int64_t rest = number.bottom, scale, top;
    int twos = 0, fives = 0;
    for (; rest % 2 == 0; rest /= 2)
        twos++;
    for (; rest % 5 == 0; rest /= 5)
        fives++;
    int count = twos > fives ? twos : fives;
    if (rest != 1 || count > 18 || !power_of_ten(count, &scale) ||
        !multiply(number.top, scale / number.bottom, &top))
        return -1;
    return count;
}

bool model_number_is_decimal(struct model_number number)
{
    return number.bottom <= 1 || decimals(number) >= 0;
}

/* Writes digits with `count` decimals, as 0.000012 or, if that is much longer, 1.2e-05. */
static void write_decimals(int64_t digits, int count, char *text, size_t room)
{
    char all[32];
    int length = snprintf(all, sizeof all, "%lld", (long long)digits);
    if (count >= length + 4) {
        snprintf(text, room, "%c%s%se-%02d", all[0], length > 1 ? "." : "", all + 1,
                 count - length + 1);
    } else if (count >= length) {
        snprintf(text, room, "0.%0*lld", count, (long long)digits);
    } else {
        snprintf(text, room, "%.*s.%s", length - count, all, all + length - count);
    }
}

void model_number_write(struct model_number number, char *text, size_t room)
{
    assert(model_number_sign(number) >= 0 && model_number_is_decimal(number));
    if (number.bottom == 1) {
        snprintf(text, room, "%lld", (long long)number.top);
    } else if (number.bottom == 0) {
        shortest(number.real, text, room);
    } else {
        int64_t scale;
        int count = decimals(number);
        power_of_ten(count, &scale);
        write_decimals(number.top * (scale / number.bottom), count, text, room);
    }
}

struct model_number model_number_negate(struct model_number a)
{
    a.top = -a.top;
    a.real = -a.real;
    return a;
}

struct model_number model_number_add(struct model_number a, struct model_number b)
{
    int64_t left, right, top, bottom;
    if (a.bottom == 1 && b.bottom == 1 && add(a.top, b.top, &top))
        return exact(top, 1);
    if (a.bottom && b.bottom) {
        int64_t divisor = (int64_t)common_divisor((uint64_t)a.bottom, (uint64_t)b.bottom);
        if (multiply(a.top, b.bottom / divisor, &left) &&
            multiply(b.top, a.bottom / divisor, &right) && add(left, right, &top)) {
            /* Only the common divisor can still be cancelled (Knuth, TAOCP 2, 4.5.1). */
            int64_t again = (int64_t)common_divisor(magnitude(top), (uint64_t)divisor);
            if (multiply(a.bottom / divisor, b.bottom / again, &bottom))
                return exact(top / again, bottom);
        }
    }
    return model_number_real(model_number_value(a) + model_number_value(b));
}

struct model_number model_number_subtract(struct model_number a, struct model_number b)
{
    return model_number_add(a, model_number_negate(b));
}

struct model_number model_number_multiply(struct model_number a, struct model_number b)
{
    int64_t top, bottom;
    if (a.bottom == 1 && b.bottom == 1 && multiply(a.top, b.top, &top))
        return exact(top, 1);
    if (a.bottom && b.bottom) {
        int64_t first = (int64_t)common_divisor(magnitude(a.top), (uint64_t)b.bottom);
        int64_t second = (int64_t)common_divisor(magnitude(b.top), (uint64_t)a.bottom);
        if (multiply(a.top / first, b.top / second, &top) &&
            multiply(a.bottom / second, b.bottom / first, &bottom))
            return exact(top, bottom);
    }
    return model_number_real(model_number_value(a) * model_number_value(b));
}

enum model_number_trouble model_number_divide(struct model_number a, struct model_number b,
                                              struct model_number *result)
{
    if (!model_number_sign(b))
        return MODEL_NUMBER_DIVISION;
    if (!b.bottom) {
        *result = model_number_real(model_number_value(a) / b.real);
        return MODEL_NUMBER_FINE;
    }
    struct model_number inverse = b.top < 0 ? exact(-b.bottom, -b.top) : exact(b.bottom, b.top);
    *result = model_number_multiply(a, inverse);
    if (!result->bottom)
        *result = model_number_real(model_number_value(a) / model_number_value(b));
    return MODEL_NUMBER_FINE;
}

struct model_number model_number_floor(struct model_number a)
{
    if (a.bottom == 1)
        return a;
    if (!a.bottom)
        return model_number_real(floor(a.real));
    return exact(a.top / a.bottom - (a.top < 0), 1); /* bottom > 1: it is never whole */
}

struct model_number model_number_ceil(struct model_number a)
{
    return model_number_negate(model_number_floor(model_number_negate(a)));
}

struct model_number model_number_absolute(struct model_number a)
{
    return model_number_sign(a) < 0 ? model_number_negate(a) : a;
}

enum model_number_trouble model_number_remainder(struct model_number a, struct model_number b,
                                                 struct model_number *result)
{
    struct model_number ratio;
    if (a.bottom == 1 && b.bottom == 1 && b.top) {
        int64_t rest = a.top % b.top;
        *result = exact(rest && (rest < 0) != (b.top < 0) ? rest + b.top : rest, 1);
        return MODEL_NUMBER_FINE;
    }
    enum model_number_trouble trouble = model_number_divide(a, b, &ratio);
    if (trouble)
        return trouble;
    ratio = model_number_multiply(b, model_number_floor(ratio));
    *result = model_number_subtract(a, ratio);
    if (!result->bottom) { /* fmod is exact where a - b * floor(a / b) is not */
        double divisor = model_number_value(b), rest = fmod(model_number_value(a), divisor);
        *result = model_number_real(rest && (rest < 0) != (divisor < 0) ? rest + divisor : rest);
    }
    return MODEL_NUMBER_FINE;
}

/* Returns false if it does not fit. */
static bool power_exactly(int64_t base, uint64_t exponent, int64_t *result)
{
    int64_t square = base;
    *result = 1;
    if (base == 1 || base == 0 || base == -1) {
        *result = exponent == 0 ? 1 : base == -1 && exponent % 2 == 0 ? 1 : base;
        return true;
    }
    if (exponent > 63)
        return false;
    for (;; exponent >>= 1) {
        if (exponent & 1 && !multiply(*result, square, result))
            return false;
        if (exponent <= 1)
            return true;
        if (!multiply(square, square, &square))
            return false;
    }
}

/* Finds the root of a whole number that is a square. */
static bool square_root(int64_t value, int64_t *root)
{
    *root = (int64_t)sqrt((double)value);
    for (int64_t try = *root > 0 ? *root - 1 : 0; try <= *root + 1; try++) {
        int64_t square;
        if (multiply(try, try, &square) && square == value) {
            *root = try;
            return true;
        }
    }
    return false;
}

enum model_number_trouble model_number_power(struct model_number a, struct model_number b,
                                             struct model_number *result)
{
    int sign = model_number_sign(a);
    if (!sign && model_number_sign(b) < 0)
        return MODEL_NUMBER_DIVISION;
    if (sign < 0 && !model_number_is_whole(b))
        return MODEL_NUMBER_ROOT;
    int64_t top, bottom;
    if (a.bottom && b.bottom == 1) {
        if (power_exactly(a.top, magnitude(b.top), &top) &&
            power_exactly(a.bottom, magnitude(b.top), &bottom)) {
            *result = b.top >= 0 ? exact(top, bottom)
                                 : exact(top < 0 ? -bottom : bottom, top < 0 ? -top : top);
            return MODEL_NUMBER_FINE;
        }
    }
    if (b.bottom == 2 && a.bottom && square_root(a.top, &top) && square_root(a.bottom, &bottom))
        return model_number_power(exact(top, bottom), model_number_whole(b.top), result);
    if (b.top == 1 && b.bottom == 2) {
        *result = model_number_real(sqrt(model_number_value(a)));
        return MODEL_NUMBER_FINE;
    }
    *result = model_number_real(pow(model_number_value(a), model_number_value(b)));
    return MODEL_NUMBER_FINE;
}

enum model_number_trouble model_number_log(struct model_number a, struct model_number *result)
{
    if (model_number_sign(a) <= 0)
        return MODEL_NUMBER_LOGARITHM;
    *result =
        a.top == 1 && a.bottom == 1 ? exact(0, 1) : model_number_real(log(model_number_value(a)));
    return MODEL_NUMBER_FINE;
}

static bool is_power_of_two(int64_t value)
{
    return value > 0 && (value & (value - 1)) == 0;
}

enum model_number_trouble model_number_log2(struct model_number a, struct model_number *result)
{
    if (model_number_sign(a) <= 0)
        return MODEL_NUMBER_LOGARITHM;
    if (a.bottom && is_power_of_two(a.top) && is_power_of_two(a.bottom))
        *result = exact(__builtin_ctzll((uint64_t)a.top) - __builtin_ctzll((uint64_t)a.bottom), 1);
    else
        *result = model_number_real(log2(model_number_value(a)));
    return MODEL_NUMBER_FINE;
}
