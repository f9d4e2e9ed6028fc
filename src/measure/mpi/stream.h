/* stream.h: encodes numbers and bytes in the form of format/gathered.h and passes them on in
 * pieces. */
#ifndef MEASURE_MPI_STREAM_H
#define MEASURE_MPI_STREAM_H

#include "format/gathered.h"

#include <stddef.h>

struct stream {
    struct {
        struct format_gathered_piece head;
        char bytes[FORMAT_GATHERED_PIECE];
    } piece;
    void (*send)(void *to, const void *piece, size_t size);
    void *to;
};

void stream_number(struct stream *stream, uint64_t number);
void stream_array(struct stream *stream, const void *bytes, size_t size);
void stream_flush(struct stream *stream);

#endif
