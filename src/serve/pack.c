/* pack.c: see pack.h */
#include "serve/pack.h"

#include "util/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

enum {
    LEVEL = 4,        /* the next ones take much longer for little */
    GZIP = 16,        /* says that the header of gzip is wanted */
    MEMORY_LEVEL = 8, /* the usual one */
};

void serve_pack_base64(struct buffer *to, const void *bytes, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *from = bytes;
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned group = (unsigned)from[i] << 16 | (left > 1 ? (unsigned)from[i + 1] << 8 : 0u) |
                         (left > 2 ? from[i + 2] : 0u);
        const char four[] = {letters[group >> 18], letters[group >> 12 & 63],
                             (char)(left > 1 ? letters[group >> 6 & 63] : '='),
                             (char)(left > 2 ? letters[group & 63] : '=')};
        buffer_add_bytes(to, four, sizeof four);
    }
}

bool serve_pack_gzip(struct buffer *to, const void *bytes, size_t size)
{
    z_stream stream = {0};
    if (size > UINT_MAX || deflateInit2(&stream, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY_LEVEL,
                                        Z_DEFAULT_STRATEGY) != Z_OK)
        return false;
    size_t room = deflateBound(&stream, size);
    unsigned char *packed = memory_zeroed(room, 1);
    stream.next_in = (unsigned char *)bytes; /* zlib does not change it */
    stream.avail_in = (unsigned)size;
    stream.next_out = packed;
    stream.avail_out = room > UINT_MAX ? UINT_MAX : (unsigned)room;
    bool good = deflate(&stream, Z_FINISH) == Z_STREAM_END;
    if (good)
        serve_pack_base64(to, packed, stream.total_out);
    deflateEnd(&stream);
    free(packed);
    return good;
}
