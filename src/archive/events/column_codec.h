/* column_codec.h: one column of a block of events as bytes: narrow numbers, then LZ4 where it pays.
 * doc/archive.md has the layout. */
#ifndef ARCHIVE_EVENTS_COLUMN_CODEC_H
#define ARCHIVE_EVENTS_COLUMN_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of a block, in the order of their rows in event_parts. */
enum event_column {
    EVENT_COLUMN_START,
    EVENT_COLUMN_DURATION,
    EVENT_COLUMN_NODE,
    EVENT_COLUMN_VALUES,
    EVENT_COLUMNS,
};

enum { EVENT_PART_WIDTH = 15, EVENT_PART_LZ4 = 128 }; /* of `as` */

/* A row of event_parts: where the bytes are, and what they are. */
struct event_part {
    uint64_t at;      /* of the first byte in its column of events: a multiple of 8 */
    uint32_t size;    /* bytes there */
    uint32_t plain;   /* bytes without LZ4 */
    uint16_t patches; /* numbers that are too large for the width */
    uint8_t as;       /* bytes of a number: 0, 1, 2, 4 or 8; 128 more: by LZ4 */
};

/* Before the values of one kind: rows (each less the one before), then values (less the base), each
 * padded to 8 bytes. */
struct event_group {
    uint8_t what;      /* enum event_value */
    uint8_t row_width; /* 1 or 2 */
    uint8_t width;     /* 0, 1, 2, 4 or 8 */
    uint8_t spare;
    uint32_t count;
    uint64_t base;
};

/* What a column of `count` numbers takes at most. */
size_t event_part_room(size_t count);

static inline uint32_t event_part_padded(uint64_t size)
{
    return (uint32_t)((size + 7) & ~UINT64_C(7));
}

/* Writes numbers; sets width, patches and plain. `few`: patches cost reading much, so that they
 * must save much. */
void event_part_put(struct event_part *part, const uint64_t *numbers, size_t count, bool few,
                    uint8_t *to);

/* How many bytes numbers of that width take: 0, 1, 2, 4 or 8, in each. */
uint32_t event_part_width(uint64_t largest);
void event_part_narrow(const uint64_t *numbers, size_t count, uint32_t width, void *to);

/* Whether width, patches and plain fit a column of `count` numbers. */
bool event_part_fits(const struct event_part *part, size_t count);

/* The same numbers again, from what event_part_put wrote; false: they make no sense. */
bool event_part_sums(const struct event_part *part, const uint8_t *plain, size_t count,
                     uint32_t *sums);
bool event_part_wide32(const struct event_part *part, const uint8_t *plain, size_t count,
                       uint32_t *numbers);
bool event_part_wide64(const struct event_part *part, const uint8_t *plain, size_t count,
                       uint64_t *numbers);

/* Whether all codes are below a limit. */
bool event_part_are_below(const uint8_t *codes, uint32_t width, size_t count, uint32_t limit);

#endif
