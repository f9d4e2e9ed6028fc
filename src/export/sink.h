/* sink.h: a file that is written in large pieces, with fast numbers. */
#ifndef EXPORT_SINK_H
#define EXPORT_SINK_H

#include "util/error.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SINK_ROOM = 1 << 18 };

struct sink {
    int fd;
    int error; /* errno of what failed first; what comes after it is thrown away */
    size_t used;
    char bytes[SINK_ROOM];
};

struct sink *sink_new(int fd);
void sink_free(struct sink *sink); /* without flushing, or closing */

void sink_flush(struct sink *sink);
void sink_add_long(struct sink *sink, const char *bytes, size_t size); /* of any size */
void sink_printf(struct sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Room for `size` bytes, at most SINK_ROOM. */
static inline char *sink_room(struct sink *sink, size_t size)
{
    if (SINK_ROOM - sink->used < size)
        sink_flush(sink);
    return sink->bytes + sink->used;
}

static inline void sink_add(struct sink *sink, const char *bytes, size_t size)
{
    if (size > SINK_ROOM) {
        sink_add_long(sink, bytes, size);
        return;
    }
    memcpy(sink_room(sink, size), bytes, size);
    sink->used += size;
}

static inline void sink_text(struct sink *sink, const char *text)
{
    sink_add(sink, text, strlen(text));
}

static inline void sink_char(struct sink *sink, char byte)
{
    *sink_room(sink, 1) = byte;
    sink->used++;
}

void sink_number(struct sink *sink, uint64_t number);
void sink_signed(struct sink *sink, int64_t number);
void sink_real(struct sink *sink, double number); /* the shortest that reads the same; finite */

/* ns as µs: "12.034", "-0.5", "7" */
void sink_micros(struct sink *sink, int64_t ns);

/* With its quotes, valid UTF-8 and escaped as JSON wants it, and as RFC 4180 does. */
void sink_json(struct sink *sink, const char *text);
void sink_csv(struct sink *sink, const char *text);

#endif
