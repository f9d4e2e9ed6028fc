/* column_codec.c: see column_codec.h. Its loops run over whole columns and are compiled with
 * -O3. */
#include "archive/events/column_codec.h"

#include <string.h>

enum {
    MOST_PATCHES = 32,
    PATCH = 10
}; /* at most one number in 32 is a patch, which takes 10 bytes */

size_t event_part_room(size_t count)
{
    return count * 8 + (count / MOST_PATCHES + 1) * PATCH + 16;
}

uint32_t event_part_width(uint64_t largest)
{
    return !largest                ? 0
           : largest <= UINT8_MAX  ? 1
           : largest <= UINT16_MAX ? 2
           : largest <= UINT32_MAX ? 4
                                   : 8;
}

static uint64_t largest_of(uint32_t width)
{
    return width == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * width)) - 1;
}

void event_part_narrow(const uint64_t *numbers, size_t count, uint32_t width, void *to)
{
    uint8_t *bytes = to;
    uint16_t *halves = to;
    uint32_t *words = to;
    switch (width) {
    case 0:
        break;
    case 1:
        for (size_t i = 0; i < count; i++)
            bytes[i] = (uint8_t)numbers[i];
        break;
    case 2:
        for (size_t i = 0; i < count; i++)
            halves[i] = (uint16_t)numbers[i];
        break;
    case 4:
        for (size_t i = 0; i < count; i++)
            words[i] = (uint32_t)numbers[i];
        break;
    default:
        memcpy(to, numbers, count * sizeof *numbers);
        break;
    }
}

/* Chooses the width that takes the least room. */
static uint32_t choose(const uint64_t *numbers, size_t count, bool few, size_t *patches)
{
    static const uint32_t widths[] = {8, 4, 2, 1, 0};
    size_t larger[4] = {0}; /* numbers that need more than 4, 2, 1, 0 bytes */
    for (size_t i = 0; i < count; i++) {
        larger[0] += numbers[i] > UINT32_MAX;
        larger[1] += numbers[i] > UINT16_MAX;
        larger[2] += numbers[i] > UINT8_MAX;
        larger[3] += numbers[i] > 0;
    }
    uint32_t best = 8;
    size_t least = count * 8;
    *patches = 0;
    for (int i = 0; i < 4; i++) {
        size_t apart = larger[i], cost = count * widths[i + 1] + apart * PATCH;
        bool saves = few && apart ? cost * 4 <= least * 3 : cost < least;
        if (apart <= count / MOST_PATCHES && saves) {
            best = widths[i + 1];
            least = cost;
            *patches = apart;
        }
    }
    return best;
}

void event_part_put(struct event_part *part, const uint64_t *numbers, size_t count, bool few,
                    uint8_t *to)
{
    size_t patches;
    uint32_t width = choose(numbers, count, few, &patches);
    uint64_t limit = largest_of(width);
    uint32_t at = event_part_padded(count * width);
    uint16_t *rows = (uint16_t *)(to + at);
    uint64_t *values = (uint64_t *)(to + at + event_part_padded(patches * sizeof *rows));
    memset(to + count * width, 0, at - count * width);
    memset(rows, 0, event_part_padded(patches * sizeof *rows));
    event_part_narrow(numbers, count, width, to);
    size_t next = 0;
    for (size_t i = 0; next < patches && i < count; i++) {
        if (numbers[i] > limit) {
            rows[next] = (uint16_t)i;
            values[next++] = numbers[i];
        }
    }
    part->as = (uint8_t)width;
    part->patches = (uint16_t)patches;
    part->plain = at + event_part_padded(patches * sizeof *rows) + (uint32_t)(patches * 8);
}

bool event_part_fits(const struct event_part *part, size_t count)
{
    uint32_t width = part->as & EVENT_PART_WIDTH;
    bool known = width == 0 || width == 1 || width == 2 || width == 4 || width == 8;
    return known && part->patches <= count &&
           part->plain == event_part_padded(count * width) +
                              event_part_padded(part->patches * sizeof(uint16_t)) +
                              part->patches * 8u;
}

struct patches {
    const uint16_t *rows;
    const uint64_t *values;
    size_t count;
};

static struct patches patches_of(const struct event_part *part, const uint8_t *plain, size_t count)
{
    uint32_t at = event_part_padded(count * (part->as & EVENT_PART_WIDTH));
    return (struct patches){
        (const uint16_t *)(plain + at),
        (const uint64_t *)(plain + at + event_part_padded(part->patches * sizeof(uint16_t))),
        part->patches};
}

#define WIDEN(type)                                                                                \
    for (size_t i = 0; i < count; i++)                                                             \
        numbers[i] = ((const type *)plain)[i];                                                     \
    break

bool event_part_wide32(const struct event_part *part, const uint8_t *plain, size_t count,
                       uint32_t *numbers)
{
    struct patches patches = patches_of(part, plain, count);
    switch (part->as & EVENT_PART_WIDTH) {
    case 0:
        memset(numbers, 0, count * sizeof *numbers);
        break;
    case 1:
        WIDEN(uint8_t);
    case 2:
        WIDEN(uint16_t);
    case 4:
        memcpy(numbers, plain, count * sizeof *numbers);
        break;
    default:
        return false;
    }
    for (size_t i = 0; i < patches.count; i++) {
        if (patches.rows[i] >= count || patches.values[i] > UINT32_MAX)
            return false;
        numbers[patches.rows[i]] = (uint32_t)patches.values[i];
    }
    return true;
}

bool event_part_wide64(const struct event_part *part, const uint8_t *plain, size_t count,
                       uint64_t *numbers)
{
    struct patches patches = patches_of(part, plain, count);
    switch (part->as & EVENT_PART_WIDTH) {
    case 0:
        memset(numbers, 0, count * sizeof *numbers);
        break;
    case 1:
        WIDEN(uint8_t);
    case 2:
        WIDEN(uint16_t);
    case 4:
        WIDEN(uint32_t);
    default:
        memcpy(numbers, plain, count * sizeof *numbers);
        break;
    }
    for (size_t i = 0; i < patches.count; i++) {
        if (patches.rows[i] >= count)
            return false;
        numbers[patches.rows[i]] = patches.values[i];
    }
    return true;
}

bool event_part_sums(const struct event_part *part, const uint8_t *plain, size_t count,
                     uint32_t *sums)
{
    uint64_t sum = 0;
    if (!event_part_wide32(part, plain, count, sums))
        return false;
    for (size_t i = 0; i < count; i++)
        sums[i] = (uint32_t)(sum += sums[i]);
    return sum <= UINT32_MAX;
}

bool event_part_are_below(const uint8_t *codes, uint32_t width, size_t count, uint32_t limit)
{
    uint8_t most = 0;
    uint16_t most_wide = 0;
    const uint16_t *wide = (const uint16_t *)codes;
    if (width == 1) {
        for (size_t i = 0; i < count; i++)
            most = codes[i] > most ? codes[i] : most;
        return most < limit;
    }
    for (size_t i = 0; i < count; i++)
        most_wide = wide[i] > most_wide ? wide[i] : most_wide;
    return most_wide < limit;
}
