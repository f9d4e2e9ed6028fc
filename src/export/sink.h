/* sink.h: buffered output with fast formatting of numbers. */
#ifndef EXPORT_SINK_H
#define EXPORT_SINK_H

#include "util/error.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum { SINK_ROOM = 1 << 18 };

struct export_sink {
    int fd;
    int error; /* errno of the first failure; later output is discarded */
    size_t used;
    char bytes[SINK_ROOM];
};

struct export_sink *export_sink_new(int fd);
void export_sink_free(struct export_sink *sink); /* does not flush or close */

void export_sink_flush(struct export_sink *sink);
void export_sink_add_long(struct export_sink *sink, const char *bytes,
                          size_t size); /* of any size */
void export_sink_printf(struct export_sink *sink, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns room for `size` bytes, at most SINK_ROOM. */
static inline char *export_sink_room(struct export_sink *sink, size_t size)
{
    if (SINK_ROOM - sink->used < size)
        export_sink_flush(sink);
    return sink->bytes + sink->used;
}

static inline void export_sink_add(struct export_sink *sink, const char *bytes, size_t size)
{
    if (size > SINK_ROOM) {
        export_sink_add_long(sink, bytes, size);
        return;
    }
    memcpy(export_sink_room(sink, size), bytes, size);
    sink->used += size;
}

static inline void export_sink_text(struct export_sink *sink, const char *text)
{
    export_sink_add(sink, text, strlen(text));
}

static inline void export_sink_char(struct export_sink *sink, char byte)
{
    *export_sink_room(sink, 1) = byte;
    sink->used++;
}

void export_sink_number(struct export_sink *sink, uint64_t number);
void export_sink_signed(struct export_sink *sink, int64_t number);
void export_sink_real(struct export_sink *sink,
                      double number); /* finite; the shortest text that reads back the same */

/* Writes ns as µs: "12.034", "-0.5", "7". */
void export_sink_micros(struct export_sink *sink, int64_t ns);

/* Write text in quotes, as valid UTF-8, escaped for JSON and for CSV (RFC 4180). */
void export_sink_json(struct export_sink *sink, const char *text);
void export_sink_csv(struct export_sink *sink, const char *text);

#endif
