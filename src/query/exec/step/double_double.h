/* double_double.h: double-double arithmetic: a real as the unevaluated sum of two doubles. A sum of
 * many values then does not depend on their order, to the digits that are shown. Dekker 1971,
 * Neumaier 1974. */
#ifndef QUERY_EXEC_STEP_DOUBLE_DOUBLE_H
#define QUERY_EXEC_STEP_DOUBLE_DOUBLE_H

#include <math.h>
#include <stdint.h>

/* high + low; |low| is at most about half a unit in the last place of high. */
struct twofold {
    double high, low;
};

static inline double twofold_value(struct twofold a)
{
    return isfinite(a.high) ? a.high + a.low : a.high;
}

static inline struct twofold twofold_add(struct twofold a, struct twofold b)
{
    double sum = a.high + b.high, part = sum - a.high;
    double lost = (a.high - (sum - part)) + (b.high - part);
    return (struct twofold){sum, isfinite(sum) ? a.low + b.low + lost : 0};
}

static inline struct twofold twofold_multiply(struct twofold a, struct twofold b)
{
    double product = a.high * b.high;
    double lost = fma(a.high, b.high, -product) + a.high * b.low + a.low * b.high;
    return (struct twofold){product, isfinite(product) ? lost : 0};
}

static inline struct twofold twofold_divide(struct twofold a, double by)
{
    double quotient = a.high / by;
    double rest = fma(-quotient, by, a.high) + a.low;
    return (struct twofold){quotient, isfinite(quotient) ? rest / by : 0};
}

/* Standard deviation in one pass: the sums of value - from, where `from` is the first value.
 * Zero-initialise. */
struct deviation {
    uint64_t count;
    double from;
    struct twofold sum, squares; /* of value - from */
};

static inline void deviation_add(struct deviation *to, double value)
{
    if (!to->count++)
        to->from = value;
    struct twofold off = twofold_add((struct twofold){value, 0}, (struct twofold){-to->from, 0});
    to->sum = twofold_add(to->sum, off);
    to->squares = twofold_add(to->squares, twofold_multiply(off, off));
}

static inline void deviation_merge(struct deviation *to, const struct deviation *other)
{
    if (!other->count)
        return;
    if (!to->count) {
        *to = *other;
        return;
    }
    struct twofold count = {(double)other->count, 0};
    struct twofold off =
        twofold_add((struct twofold){other->from, 0}, (struct twofold){-to->from, 0});
    struct twofold moved = twofold_multiply(off, count);
    struct twofold twice = twofold_add(twofold_add(other->sum, other->sum), moved);
    to->count += other->count;
    to->sum = twofold_add(to->sum, twofold_add(other->sum, moved));
    to->squares = twofold_add(to->squares, other->squares);
    to->squares = twofold_add(to->squares, twofold_multiply(off, twice));
}

/* Returns the population's standard deviation. Needs at least one value. */
static inline double deviation_value(const struct deviation *of)
{
    double count = (double)of->count;
    struct twofold mean = twofold_divide(twofold_multiply(of->sum, of->sum), count);
    double squares =
        twofold_value(twofold_add(of->squares, (struct twofold){-mean.high, -mean.low}));
    return squares < 0 ? 0 : sqrt(squares / count);
}

#endif
