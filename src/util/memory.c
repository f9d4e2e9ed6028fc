/* memory.c: see memory.h */
#include "util/memory.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends the process if memory is exhausted; no other place below cmd/ ends it. */
static void *checked(void *memory)
{
    if (!memory) {
        fputs("triptych: out of memory; close other programs or raise the limit (ulimit -v)\n",
              stderr);
        exit(1);
    }
    return memory;
}

void *memory_zeroed(size_t count, size_t size)
{
    return checked(calloc(count ? count : 1, size));
}

char *memory_string(const char *text)
{
    return checked(strdup(text));
}

char *memory_printf(const char *format, ...)
{
    char *text;
    va_list args;
    va_start(args, format);
    int size = vasprintf(&text, format, args);
    va_end(args);
    return checked(size < 0 ? NULL : text);
}

void *memory_grow(void *array, size_t *room, size_t need, size_t size)
{
    if (need <= *room)
        return array;
    size_t more = *room ? *room * 2 : 16;
    if (more < need)
        more = need;
    if (more > SIZE_MAX / size)
        return checked(NULL);
    array = checked(realloc(array, more * size));
    *room = more;
    return array;
}
