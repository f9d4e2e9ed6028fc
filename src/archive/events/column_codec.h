/* column_codec.h: encodes one column of a block of events: narrow numbers, then LZ4 where it saves
 * enough. doc/archive.md has the layout. */
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

enum { EVENT_PART_WIDTH = 15, EVENT_PART_LZ4 = 128 }; /* bits of `as` */

/* A row of event_parts: where the bytes of a column are, and how they are encoded. */
struct event_part {
    uint64_t at;      /* offset in its column of events: a multiple of 8 */
    uint32_t size;    /* bytes in the file */
    uint32_t plain;   /* bytes after LZ4 decompression */
    uint16_t patches; /* numbers too large for the width, stored behind the others */
    uint8_t as;       /* bytes per number: 0, 1, 2, 4 or 8; plus EVENT_PART_LZ4 if compressed */
};

/* The header of the values of one kind. The rows follow (each minus the one before), then the
 * values (minus the base), both padded to 8 bytes. */
struct event_group {
    uint8_t what;      /* enum archive_event_value */
    uint8_t row_width; /* 1 or 2 */
    uint8_t width;     /* 0, 1, 2, 4 or 8 */
    uint8_t spare;
    uint32_t count;
    uint64_t base;
};

/* Returns the largest size of an encoded column of `count` numbers. */
size_t event_part_room(size_t count);

static inline uint32_t event_part_padded(uint64_t size)
{
    return (uint32_t)((size + 7) & ~UINT64_C(7));
}

/* Encodes numbers; sets width, patches and plain. With `few`, patches are used only where they save
 * much, because they make reading slow. */
void event_part_put(struct event_part *part, const uint64_t *numbers, size_t count, bool few,
                    uint8_t *to);

/* Returns the bytes that each number needs if this is the largest: 0, 1, 2, 4 or 8. */
uint32_t event_part_width(uint64_t largest);
void event_part_narrow(const uint64_t *numbers, size_t count, uint32_t width, void *to);

/* True if width, patches and plain fit a column of `count` numbers. */
bool event_part_fits(const struct event_part *part, size_t count);

/* Decode the numbers that event_part_put wrote; event_part_sums adds them up. The part must have
 * passed event_part_fits. False if they make no sense. */
bool event_part_sums(const struct event_part *part, const uint8_t *plain, size_t count,
                     uint32_t *sums);
bool event_part_wide32(const struct event_part *part, const uint8_t *plain, size_t count,
                       uint32_t *numbers);
bool event_part_wide64(const struct event_part *part, const uint8_t *plain, size_t count,
                       uint64_t *numbers);

/* True if all codes are below a limit. */
bool event_part_are_below(const uint8_t *codes, uint32_t width, size_t count, uint32_t limit);

#endif
