/* filter_compute.c: see filter_compute.h. query/check/fold.c defines the rules of the filter
 * language for known values; here some values are still unknown. */
#include "measure/filter_compute.h"

static struct filter_value may_be(unsigned may)
{
    return (struct filter_value){.may = may};
}

static struct filter_value truth(bool is_true)
{
    return may_be(is_true ? FILTER_TRUE : FILTER_FALSE);
}

static struct filter_value whole(int64_t number)
{
    return (struct filter_value){.whole = number, .may = FILTER_KNOWN};
}

static struct filter_value real(double number)
{
    return (struct filter_value){.real = number, .may = FILTER_KNOWN};
}

static struct filter_value choice(const struct filter_step *step)
{
    unsigned may = step->a->may;
    if (may == FILTER_TRUE)
        return *step->b;
    if (may == FILTER_FALSE)
        return *step->c;
    if (may == FILTER_ABSENT || step->type != FORMAT_FILTER_TRUTH)
        return may_be(may == FILTER_ABSENT ? FILTER_ABSENT : FILTER_UNKNOWN);
    return may_be((may & FILTER_TRUE ? step->b->may : 0) | (may & FILTER_FALSE ? step->c->may : 0) |
                  (may & FILTER_ABSENT));
}

static struct filter_value present(const struct filter_step *step)
{
    unsigned may = step->a->may;
    return may_be((may & ~(unsigned)FILTER_ABSENT ? FILTER_TRUE : 0) |
                  (may & FILTER_ABSENT ? FILTER_FALSE : 0));
}

/* Compares two known values of the same type. */
static bool is_less(const struct filter_step *step, const struct filter_value *a,
                    const struct filter_value *b, bool or_equal)
{
    if (step->of == FORMAT_FILTER_REAL)
        return or_equal ? a->real <= b->real : a->real < b->real;
    if (step->of == FORMAT_FILTER_TEXT)
        return strcmp(a->text, b->text) < or_equal;
    int64_t left = step->of == FORMAT_FILTER_TRUTH ? a->may == FILTER_TRUE : a->whole;
    int64_t right = step->of == FORMAT_FILTER_TRUTH ? b->may == FILTER_TRUE : b->whole;
    return or_equal ? left <= right : left < right;
}

static bool is_equal(const struct filter_step *step, const struct filter_value *a,
                     const struct filter_value *b)
{
    switch (step->of) {
    case FORMAT_FILTER_REAL:
        return a->real == b->real;
    case FORMAT_FILTER_TEXT:
        return strcmp(a->text, b->text) == 0;
    case FORMAT_FILTER_TRUTH:
        return a->may == b->may;
    default:
        return a->whole == b->whole;
    }
}

static bool is_in(const struct filter_step *step)
{
    for (const struct filter_value *one = step->b; one < step->c; one++) {
        if (one->may != FILTER_ABSENT && is_equal(step, step->a, one))
            return true;
    }
    return false;
}

static bool ends_with(const char *text, const char *end)
{
    size_t size = strlen(text), end_size = strlen(end);
    return size >= end_size && strcmp(text + size - end_size, end) == 0;
}

static int64_t characters(const char *text)
{
    int64_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Returns the limit that an overflowing whole number is set to. */
static int64_t end_of_range(bool negative)
{
    return negative ? INT64_MIN : INT64_MAX;
}

static struct filter_value of_wholes(enum format_filter_code code, int64_t a, int64_t b)
{
    int64_t result;
    switch (code) {
    case FORMAT_FILTER_ADD:
        return whole(__builtin_add_overflow(a, b, &result) ? end_of_range(b < 0) : result);
    case FORMAT_FILTER_SUBTRACT:
        return whole(__builtin_sub_overflow(a, b, &result) ? end_of_range(b > 0) : result);
    case FORMAT_FILTER_MULTIPLY:
        return whole(__builtin_mul_overflow(a, b, &result) ? end_of_range((a < 0) != (b < 0))
                                                           : result);
    case FORMAT_FILTER_REMAINDER:
        return b == 0 ? may_be(FILTER_ABSENT) : whole(b == -1 ? 0 : a % b);
    case FORMAT_FILTER_LESSER:
        return whole(a < b ? a : b);
    case FORMAT_FILTER_GREATER:
        return whole(a > b ? a : b);
    case FORMAT_FILTER_NEGATE:
        return whole(a == INT64_MIN ? INT64_MAX : -a);
    default: /* FORMAT_FILTER_ABSOLUTE */
        return whole(a == INT64_MIN ? INT64_MAX : a < 0 ? -a : a);
    }
}

static struct filter_value of_reals(enum format_filter_code code, double a, double b)
{
    switch (code) {
    case FORMAT_FILTER_ADD:
        return real(a + b);
    case FORMAT_FILTER_SUBTRACT:
        return real(a - b);
    case FORMAT_FILTER_MULTIPLY:
        return real(a * b);
    case FORMAT_FILTER_DIVIDE:
        return b == 0 ? may_be(FILTER_ABSENT) : real(a / b);
    case FORMAT_FILTER_LESSER:
        return real(a < b ? a : b);
    case FORMAT_FILTER_GREATER:
        return real(a > b ? a : b);
    case FORMAT_FILTER_NEGATE:
        return real(-a);
    default: /* FORMAT_FILTER_ABSOLUTE */
        return real(__builtin_fabs(a));
    }
}

static struct filter_value to_whole(double number)
{
    bool fits = number >= -9223372036854775808.0 && number < 9223372036854775808.0;
    return fits ? whole((int64_t)number) : may_be(FILTER_ABSENT);
}

/* Computes an operation whose operands are all known. */
static struct filter_value of_known(const struct filter_step *step)
{
    const struct filter_value *a = step->a, *b = step->b;
    switch (step->code) {
    case FORMAT_FILTER_EQUAL:
        return truth(is_equal(step, a, b));
    case FORMAT_FILTER_UNEQUAL:
        return truth(!is_equal(step, a, b));
    case FORMAT_FILTER_LESS:
        return truth(is_less(step, a, b, false));
    case FORMAT_FILTER_LESS_OR_EQUAL:
        return truth(is_less(step, a, b, true));
    case FORMAT_FILTER_IN:
        return truth(is_in(step));
    case FORMAT_FILTER_STARTS:
        return truth(!strncmp(a->text, step->text, strlen(step->text)));
    case FORMAT_FILTER_ENDS:
        return truth(ends_with(a->text, step->text));
    case FORMAT_FILTER_CONTAINS:
        return truth(strstr(a->text, step->text) != NULL);
    case FORMAT_FILTER_MATCHES:
        return may_be(
            FILTER_TRUE |
            FILTER_FALSE); /* regexec allocates memory: the reader of the archive decides */
    case FORMAT_FILTER_LENGTH:
        return whole(characters(a->text));
    case FORMAT_FILTER_TO_REAL:
        return real((double)a->whole);
    case FORMAT_FILTER_TO_WHOLE:
        return to_whole(a->real);
    default:
        return step->type == FORMAT_FILTER_REAL ? of_reals(step->code, a->real, b ? b->real : 0)
                                                : of_wholes(step->code, a->whole, b ? b->whole : 0);
    }
}

struct filter_value filter_compute(const struct filter_step *step)
{
    const struct filter_value *a = step->a, *b = step->b;
    switch (step->code) {
    case FORMAT_FILTER_PRESENT:
        return present(step);
    case FORMAT_FILTER_NOT:
        return may_be(filter_negated(a->may));
    case FORMAT_FILTER_AND:
        return may_be(filter_both(a->may, b->may));
    case FORMAT_FILTER_OR:
        return may_be(filter_either(a->may, b->may));
    case FORMAT_FILTER_CHOICE:
        return choice(step);
    default:
        break;
    }
    bool two = b && step->code != FORMAT_FILTER_IN;
    if (a->may == FILTER_ABSENT || (two && b->may == FILTER_ABSENT))
        return may_be(FILTER_ABSENT);
    if (!filter_is_certain(a) || (two && !filter_is_certain(b)))
        return may_be(FILTER_UNKNOWN);
    return of_known(step);
}
