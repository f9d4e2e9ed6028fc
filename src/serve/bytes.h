/* bytes.h: numbers in binary answers: little endian, whatever the machine. */
#ifndef SERVE_BYTES_H
#define SERVE_BYTES_H

#include "util/buffer.h"

#include <endian.h>
#include <stdint.h>

static inline void serve_bytes_u16(struct buffer *to, uint16_t number)
{
    number = htole16(number);
    buffer_add_bytes(to, &number, sizeof number);
}

static inline void serve_bytes_u32(struct buffer *to, uint32_t number)
{
    number = htole32(number);
    buffer_add_bytes(to, &number, sizeof number);
}

static inline void serve_bytes_u64(struct buffer *to, uint64_t number)
{
    number = htole64(number);
    buffer_add_bytes(to, &number, sizeof number);
}

#endif
