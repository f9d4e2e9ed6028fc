/* sink.h: buffered output with fast formatting of numbers. */
#ifndef EXPORT_SINK_H
#define EXPORT_SINK_H

#include "util/error.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SINK_ROOM = 1 << 18 };

struct sink {
    int fd;
    int error; /* errno of the first failure; later output is discarded */
    size_t used;
    char bytes[SINK_ROOM];
};

struct sink *sink_new(int fd);
void sink_free(struct sink *sink); /* does not flush or close */

void sink_flush(struct sink *sink);
void sink_add_long(struct sink *sink, const char *bytes, size_t size); /* of any size */
void sink_printf(struct sink *sink, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns room for `size` bytes, at most SINK_ROOM. */
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
void sink_real(struct sink *sink,
               double number); /* finite; the shortest text that reads back the same */

/* Writes ns as µs: "12.034", "-0.5", "7". */
void sink_micros(struct sink *sink, int64_t ns);

/* Write text in quotes, as valid UTF-8, escaped for JSON and for CSV (RFC 4180). */
void sink_json(struct sink *sink, const char *text);
void sink_csv(struct sink *sink, const char *text);

#endif
