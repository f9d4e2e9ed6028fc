/* buffer.c: see buffer.h */
#include "util/buffer.h"

#include "util/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buffer_free(struct buffer *buffer)
{
    free(buffer->text);
    *buffer = (struct buffer){0};
}

void buffer_add_bytes(struct buffer *buffer, const void *bytes, size_t size)
{
    buffer->text = memory_grow(buffer->text, &buffer->room, buffer->used + size + 1, 1);
    memcpy(buffer->text + buffer->used, bytes, size);
    buffer->used += size;
    buffer->text[buffer->used] = '\0';
}

void buffer_add(struct buffer *buffer, const char *text)
{
    buffer_add_bytes(buffer, text, strlen(text));
}

void buffer_printf(struct buffer *buffer, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    buffer->text = memory_grow(buffer->text, &buffer->room, buffer->used + (size_t)size + 1, 1);
    vsnprintf(buffer->text + buffer->used, (size_t)size + 1, format, again);
    va_end(again);
    buffer->used += (size_t)size;
}

char *buffer_take(struct buffer *buffer)
{
    if (!buffer->text)
        buffer_add(buffer, "");
    char *text = buffer->text;
    *buffer = (struct buffer){0};
    return text;
}
