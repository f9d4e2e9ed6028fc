/* bytes.h: reads the numbers of .eh_frame from the program's own memory. */
#ifndef MEASURE_UNWIND_BYTES_H
#define MEASURE_UNWIND_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* A position in the bytes. Reading past the end returns 0 and sets `over`. */
struct unwind_bytes {
    const uint8_t *at, *end;
    bool over;
};

static inline uint64_t unwind_take(struct unwind_bytes *bytes, size_t size)
{
    uint64_t value = 0;
    if (bytes->at > bytes->end || (size_t)(bytes->end - bytes->at) < size) {
        bytes->over = true;
        bytes->at = bytes->end;
        return 0;
    }
    memcpy(&value, bytes->at, size); /* little-endian, as all supported machines */
    bytes->at += size;
    return value;
}

static inline int64_t unwind_take_signed(struct unwind_bytes *bytes, size_t size)
{
    uint64_t value = unwind_take(bytes, size);
    unsigned unused = 64 - 8 * (unsigned)size;
    return (int64_t)(value << unused) >> unused;
}

/* Reads a LEB128 number, 7 bits per byte. *shift: the number of bits read; *last: the last byte. */
static inline uint64_t unwind_take_leb(struct unwind_bytes *bytes, unsigned *shift, uint64_t *last)
{
    uint64_t value = 0;
    *shift = 0;
    do {
        *last = unwind_take(bytes, 1);
        if (*shift < 64)
            value |= (*last & 127) << *shift;
        *shift += 7;
    } while (*last & 128);
    return value;
}

static inline uint64_t unwind_leb(struct unwind_bytes *bytes)
{
    unsigned shift;
    uint64_t last;
    return unwind_take_leb(bytes, &shift, &last);
}

static inline int64_t unwind_leb_signed(struct unwind_bytes *bytes)
{
    unsigned shift;
    uint64_t last, value = unwind_take_leb(bytes, &shift, &last);
    if (last & 64 && shift < 64)
        value |= ~UINT64_C(0) << shift;
    return (int64_t)value;
}

static inline void unwind_skip(struct unwind_bytes *bytes, uint64_t size)
{
    if (size > (uint64_t)(bytes->end - bytes->at))
        bytes->over = true;
    else
        bytes->at += size;
}

#endif
