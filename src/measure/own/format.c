/* format.c: snprintf with what the library uses: %d %i %u %x %c %s %p %%, their lengths, 0, -,
 * width and precision. */
#include "measure/own/own.h"

#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>

struct out {
    char *text;
    size_t room, size; /* size: length of the whole text, even if it does not fit */
};

struct spec {
    bool left, zeros;
    int width, precision; /* precision: -1: none */
    unsigned longs;       /* bytes of an integer argument: 4 or 8 */
};

static void put(struct out *out, char byte)
{
    if (out->size + 1 < out->room)
        out->text[out->size] = byte;
    out->size++;
}

static void put_many(struct out *out, char byte, long count)
{
    for (; count > 0; count--)
        put(out, byte);
}

static void put_text(struct out *out, const struct spec *spec, const char *text)
{
    if (!text)
        text = "(null)";
    size_t size = spec->precision < 0 ? strlen(text) : strnlen(text, (size_t)spec->precision);
    long blanks = (long)spec->width - (long)size;
    if (!spec->left)
        put_many(out, ' ', blanks);
    for (size_t i = 0; i < size; i++)
        put(out, text[i]);
    if (spec->left)
        put_many(out, ' ', blanks);
}

static void put_number(struct out *out, const struct spec *spec, unsigned long long number,
                       const char *sign, unsigned base)
{
    char digits[24];
    long count = 0, signs = (long)strlen(sign);
    for (; number || (count == 0 && spec->precision != 0); number /= base)
        digits[count++] = "0123456789abcdef"[number % base];
    long wanted = spec->precision;
    if (spec->precision < 0 && spec->zeros && !spec->left)
        wanted = spec->width - signs;
    long zeros = wanted > count ? wanted - count : 0;
    long blanks = (long)spec->width - signs - zeros - count;
    if (!spec->left)
        put_many(out, ' ', blanks);
    for (; *sign; sign++)
        put(out, *sign);
    put_many(out, '0', zeros);
    while (count--)
        put(out, digits[count]);
    if (spec->left)
        put_many(out, ' ', blanks);
}

static const char *read_count(const char *at, va_list *more, int *count)
{
    if (*at == '*') {
        *count = va_arg(*more, int);
        return at + 1;
    }
    for (*count = 0; *at >= '0' && *at <= '9'; at++)
        *count = *count * 10 + (*at - '0');
    return at;
}

/* Reads the specification between the percent sign and the letter. */
static const char *read_spec(const char *at, va_list *more, struct spec *spec)
{
    *spec = (struct spec){.precision = -1, .longs = sizeof(int)};
    for (; *at == '0' || *at == '-'; at++) {
        spec->zeros |= *at == '0';
        spec->left |= *at == '-';
    }
    at = read_count(at, more, &spec->width);
    if (spec->width < 0) {
        spec->left = true;
        spec->width = -spec->width;
    }
    if (*at == '.')
        at = read_count(at + 1, more, &spec->precision);
    for (; *at == 'l' || *at == 'z' || *at == 'j' || *at == 't'; at++)
        spec->longs = sizeof(long long);
    return at;
}

static void put_signed(struct out *out, const struct spec *spec, long long number)
{
    unsigned long long size =
        number < 0 ? 0 - (unsigned long long)number : (unsigned long long)number;
    put_number(out, spec, size, number < 0 ? "-" : "", 10);
}

static void put_one(struct out *out, const struct spec *spec, char letter, va_list *more)
{
    bool wide = spec->longs > sizeof(int);
    if (letter == 's') {
        put_text(out, spec, va_arg(*more, const char *));
    } else if (letter == 'c') {
        put_text(out, spec, (char[2]){(char)va_arg(*more, int), '\0'});
    } else if (letter == 'd' || letter == 'i') {
        put_signed(out, spec, wide ? va_arg(*more, long long) : va_arg(*more, int));
    } else if (letter == 'u' || letter == 'x') {
        put_number(out, spec, wide ? va_arg(*more, unsigned long long) : va_arg(*more, unsigned),
                   "", letter == 'x' ? 16 : 10);
    } else if (letter == 'p') {
        put_number(out, spec, (uintptr_t)va_arg(*more, void *), "0x", 16);
    } else {
        put(out, letter); /* "%%" */
    }
}

int tri_own_snprintf(char *restrict text, size_t room, const char *restrict format, ...)
{
    struct out out = {text, room, 0};
    va_list more;
    va_start(more, format);
    while (*format) {
        if (*format != '%') {
            put(&out, *format++);
            continue;
        }
        struct spec spec;
        format = read_spec(format + 1, &more, &spec);
        if (!*format)
            break;
        put_one(&out, &spec, *format++, &more);
    }
    va_end(more);
    if (room)
        text[out.size < room ? out.size : room - 1] = '\0';
    return out.size <= INT_MAX ? (int)out.size : -1;
}
