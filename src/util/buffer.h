/* buffer.h: text that grows. */
#ifndef UTIL_BUFFER_H
#define UTIL_BUFFER_H

#include <stddef.h>

/* A text that grows. Zero-initialise it. `text` is NULL until something is added, and then ends
 * with a zero byte. */
struct buffer {
    char *text;
    size_t used, room;
};

void buffer_free(struct buffer *buffer);
void buffer_add(struct buffer *buffer, const char *text);
void buffer_add_bytes(struct buffer *buffer, const void *bytes, size_t size);
void buffer_printf(struct buffer *buffer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *buffer_take(
    struct buffer *buffer); /* returns the text, never NULL, to be freed, and empties the buffer */

#endif
