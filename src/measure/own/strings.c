/* strings.c: the functions of string.h. */
#include "measure/own/own.h"

#include <stdbool.h>

#define KEEP_LOOP(pointer) __asm__ volatile("" : "+r"(pointer))

size_t tri_own_strlen(const char *text)
{
    const char *end = text;
    for (; *end; end++)
        KEEP_LOOP(end);
    return (size_t)(end - text);
}

size_t tri_own_strnlen(const char *text, size_t most)
{
    size_t size = 0;
    for (; size < most && text[size]; size++)
        KEEP_LOOP(text);
    return size;
}

int tri_own_strcmp(const char *one, const char *other)
{
    for (; *one && *one == *other; one++, other++)
        KEEP_LOOP(one);
    return (unsigned char)*one - (unsigned char)*other;
}

int tri_own_strncmp(const char *one, const char *other, size_t size)
{
    for (; size && *one && *one == *other; one++, other++, size--)
        KEEP_LOOP(one);
    return size ? (unsigned char)*one - (unsigned char)*other : 0;
}

char *tri_own_strchr(const char *text, int wanted)
{
    for (;; text++) {
        if (*text == (char)wanted)
            return (char *)(uintptr_t)text;
        if (!*text)
            return NULL;
    }
}

char *tri_own_strrchr(const char *text, int wanted)
{
    const char *found = NULL;
    for (;; text++) {
        if (*text == (char)wanted)
            found = text;
        if (!*text)
            return (char *)(uintptr_t)found;
    }
}

size_t tri_own_strcspn(const char *text, const char *ends)
{
    size_t size = 0;
    while (text[size] && !strchr(ends, text[size]))
        size++;
    return size;
}

char *tri_own_strstr(const char *text, const char *wanted)
{
    size_t size = strlen(wanted);
    for (; size; text++) {
        text = strchr(text, *wanted);
        if (!text)
            return NULL;
        if (!strncmp(text, wanted, size))
            break;
    }
    return (char *)(uintptr_t)text;
}
