/* scale.c: see scale.h */
#include "report/show/scale.h"

#include "util/words.h"

#include <math.h>
#include <stdint.h>

/* Returns the smallest of 1, 2 or 5 times a power of ten that is not below `step`. */
static double round_step(double step)
{
    double power = pow(10, floor(log10(step)));
    double part = step / power;
    double round = part <= 1 + 1e-9 ? 1 : part <= 2 + 1e-9 ? 2 : part <= 5 + 1e-9 ? 5 : 10;
    return round * power;
}

static int decimals_of(double step)
{
    int decimals = (int)ceil(-log10(step) - 1e-9);
    return decimals < 0 ? 0 : decimals > 12 ? 12 : decimals;
}

struct scale_ticks scale_ticks(double low, double high, size_t most)
{
    struct scale_ticks ticks = {0};
    if (!isfinite(low) || !isfinite(high) || !(high > low) || !isfinite(high - low))
        return ticks;
    if (most < 2)
        most = 2;
    ticks.step = round_step((high - low) / (double)(most - 1));
    for (;;) {
        ticks.first = ceil(low / ticks.step - 1e-9) * ticks.step;
        double count = floor((high - ticks.first) / ticks.step + 1e-9) + 1;
        if (!(ticks.step > 0) || !isfinite(count))
            return (struct scale_ticks){0};
        ticks.count = count < 1 ? 0 : (size_t)count;
        if (ticks.count <= most)
            break;
        ticks.step = round_step(ticks.step * 1.5);
    }
    ticks.decimals = decimals_of(ticks.step);
    return ticks;
}

double scale_tick(const struct scale_ticks *ticks, size_t number)
{
    double value = ticks->first + (double)number * ticks->step;
    return fabs(value) < ticks->step * 1e-6 ? 0 : value; /* never "-0" */
}

double scale_top(enum scale_kind kind, double value)
{
    if (!isfinite(value) || value <= 0)
        return kind == SCALE_COUNT || kind == SCALE_BYTES ? 10 : 1;
    if (kind == SCALE_SHARE && value > 0.5)
        return 1;
    static const double steps[] = {1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    double power = pow(10, floor(log10(value)));
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        if (steps[i] * power >= value * (1 - 1e-9))
            return steps[i] * power;
    }
    return 10 * power;
}

struct scale_unit scale_unit(enum scale_kind kind, double largest, bool utf8)
{
    static const struct scale_unit times[] = {{1, "s"}, {1e-3, "ms"}, {1e-6, "µs"}, {1e-9, "ns"}};
    static const struct scale_unit sizes[] = {{1e12, "TB"}, {1e9, "GB"}, {1e6, "MB"}, {1e3, "kB"}};
    static const struct scale_unit counts[] = {
        {1e12, "trillions"}, {1e9, "billions"}, {1e6, "millions"}};
    if (kind == SCALE_SHARE)
        return (struct scale_unit){0.01, "%"};
    if (kind == SCALE_SECONDS) {
        size_t i = 0;
        while (i < 3 && largest < times[i].size * 0.9995)
            i++;
        if (largest <= 0 || !isfinite(largest))
            i = 0;
        struct scale_unit unit = times[i];
        if (i == 2 && !utf8)
            unit.name = "us";
        return unit;
    }
    if (kind == SCALE_BYTES) {
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            if (largest >= sizes[i].size * 0.9995)
                return sizes[i];
        }
        return (struct scale_unit){1, "bytes"};
    }
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        if (largest >= counts[i].size * 0.9995)
            return counts[i];
    }
    return (struct scale_unit){1, ""};
}

/* Returns the decimals for three significant digits; 0 if they would all be zero. */
static int decimals_for(double value)
{
    int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2;
    return fabs(value - round(value)) < 0.5 * pow(10, -decimals) ? 0 : decimals;
}

static void add_share(struct buffer *to, double value)
{
    double percent = value * 100;
    if (percent > 0 && percent < 0.05)
        buffer_add(to, "<0.1 %");
    else if (percent == 0 || percent >= 9.95)
        buffer_printf(to, "%.0f %%", percent);
    else
        buffer_printf(to, "%.1f %%", percent);
}

void scale_value(struct buffer *to, enum scale_kind kind, double value, bool utf8)
{
    static const char *const singular[] = {"trillion", "billion", "million"};
    if (!isfinite(value)) {
        buffer_add(to, "-");
        return;
    }
    if (kind == SCALE_SHARE) {
        add_share(to, value);
        return;
    }
    struct scale_unit unit = scale_unit(kind, fabs(value), utf8);
    double number = value / unit.size;
    if (unit.size == 1 && kind != SCALE_SECONDS) {
        if (number == floor(number) && number >= 0)
            words_count(to, (uint64_t)number, true);
        else
            buffer_printf(to, "%.*f", decimals_for(fabs(number)), number);
        if (kind == SCALE_BYTES)
            buffer_add(to, number == 1 ? " byte" : " bytes");
        return;
    }
    if (number > 1e6) { /* never measured, but a damaged file may have it */
        buffer_printf(to, "%.2g %s", number, unit.name);
        return;
    }
    const char *name = unit.name;
    if (kind == SCALE_COUNT)
        name = singular[unit.size >= 1e12 ? 0 : unit.size >= 1e9 ? 1 : 2];
    buffer_printf(to, "%.*f %s", decimals_for(fabs(number)), number, name);
}
