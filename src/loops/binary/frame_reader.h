/* frame_reader.h: reads the numbers of .eh_frame. */
#ifndef LOOPS_BINARY_FRAME_READER_H
#define LOOPS_BINARY_FRAME_READER_H

#include "loops/binary/binary_file.h"

#include <assert.h>
#include <string.h>

/* A position in a sequence of bytes. Reading past the end returns 0 and sets `over`. */
struct frame_reader {
    const uint8_t *at, *end;
    uint64_t address; /* of the byte at `at` */
    bool over;
};

/* Reads a little-endian number of `size` bytes, at most 8. */
static inline uint64_t frame_take(struct frame_reader *reader, size_t size)
{
    uint64_t value = 0;
    assert(size <= sizeof value && reader->at <= reader->end);
    if ((size_t)(reader->end - reader->at) < size) {
        reader->over = true;
        reader->at = reader->end;
        return 0;
    }
    memcpy(&value, reader->at, size);
    reader->at += size;
    reader->address += size;
    return value;
}

/* Reads a LEB128 number. */
static inline uint64_t frame_leb(struct frame_reader *reader, bool is_signed)
{
    uint64_t value = 0, byte;
    unsigned shift = 0;
    do {
        byte = frame_take(reader, 1);
        if (shift < 64)
            value |= (byte & 127) << shift;
        shift += 7;
    } while (byte & 128);
    if (is_signed && (byte & 64) && shift < 64)
        value |= ~UINT64_C(0) << shift;
    return value;
}

#endif
