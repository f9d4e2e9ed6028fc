/* buffer.h: text that grows. */
#ifndef UTIL_BUFFER_H
#define UTIL_BUFFER_H

#include <stddef.h>

/* Zero-initialise. `text` is zero-terminated as soon as anything was added, NULL before. */
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
    struct buffer *buffer); /* the text, never NULL, now the caller's; the buffer is empty */

#endif
