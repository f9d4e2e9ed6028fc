/* stream.c: see stream.h */
#include "measure/mpi/stream.h"

#include <assert.h>
#include <string.h>

void stream_flush(struct stream *stream)
{
    if (stream->piece.head.size)
        stream->send(stream->to, &stream->piece,
                     sizeof stream->piece.head + stream->piece.head.size);
    stream->piece.head.size = 0;
}

static void put(struct stream *stream, const char *bytes, size_t size)
{
    assert(stream->piece.head.size < FORMAT_GATHERED_PIECE);
    while (size) {
        size_t room = FORMAT_GATHERED_PIECE - stream->piece.head.size;
        size_t part = size < room ? size : room;
        memcpy(stream->piece.bytes + stream->piece.head.size, bytes, part);
        stream->piece.head.size += (uint32_t)part;
        bytes += part;
        size -= part;
        if (part == room)
            stream_flush(stream);
    }
}

void stream_number(struct stream *stream, uint64_t number)
{
    char bytes[10];
    size_t size = 0;
    for (; number > 127; number >>= 7)
        bytes[size++] = (char)(number | 128);
    bytes[size++] = (char)number;
    put(stream, bytes, size);
}

/* Returns the number of bytes before the next run of three zeros: shorter runs are not worth
 * encoding. */
static size_t other_bytes(const char *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && !(i + 2 < size && !bytes[i] && !bytes[i + 1] && !bytes[i + 2]))
        i++;
    return i;
}

void stream_array(struct stream *stream, const void *array, size_t size)
{
    const char *bytes = array;
    stream_number(stream, size);
    while (size) {
        size_t zeros = 0;
        while (zeros < size && !bytes[zeros])
            zeros++;
        stream_number(stream, zeros);
        bytes += zeros;
        size -= zeros;
        size_t others = other_bytes(bytes, size);
        stream_number(stream, others);
        put(stream, bytes, others);
        bytes += others;
        size -= others;
    }
}
