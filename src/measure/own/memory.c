/* memory.c: memcpy, memset and the like, with general registers only, so that they may be called
 * where vector registers are not saved. The empty statement in each loop keeps the compiler from
 * replacing the loop by a call of the same function. */
#include "measure/own/own.h"

#include <stdbool.h>

typedef uint64_t __attribute__((may_alias, aligned(1))) word;

#define KEEP_LOOP(pointer) __asm__ volatile("" : "+r"(pointer))

static void copy_up(unsigned char *to, const unsigned char *from, size_t size)
{
    for (; size >= 4 * sizeof(word); size -= 4 * sizeof(word)) {
        word a = ((const word *)from)[0], b = ((const word *)from)[1];
        word c = ((const word *)from)[2], d = ((const word *)from)[3];
        ((word *)to)[0] = a;
        ((word *)to)[1] = b;
        ((word *)to)[2] = c;
        ((word *)to)[3] = d;
        to += 4 * sizeof(word);
        from += 4 * sizeof(word);
        KEEP_LOOP(to);
    }
    for (; size >= sizeof(word); size -= sizeof(word)) {
        *(word *)to = *(const word *)from;
        to += sizeof(word);
        from += sizeof(word);
        KEEP_LOOP(to);
    }
    while (size--) {
        *to++ = *from++;
        KEEP_LOOP(to);
    }
}

/* Copies from the end on, for overlapping memory. */
static void copy_down(unsigned char *to, const unsigned char *from, size_t size)
{
    for (; size >= sizeof(word); size -= sizeof(word)) {
        *(word *)(to + size - sizeof(word)) = *(const word *)(from + size - sizeof(word));
        KEEP_LOOP(to);
    }
    while (size--) {
        to[size] = from[size];
        KEEP_LOOP(to);
    }
}

void *tri_own_memcpy(void *restrict to, const void *restrict from, size_t size)
{
    copy_up(to, from, size);
    return to;
}

void *tri_own_memmove(void *to, const void *from, size_t size)
{
    if ((uintptr_t)to - (uintptr_t)from >= size)
        copy_up(to, from, size);
    else
        copy_down(to, from, size);
    return to;
}

void *tri_own_memset(void *where, int byte, size_t size)
{
    unsigned char *to = where;
    uint64_t all = (unsigned char)byte * UINT64_C(0x0101010101010101);
    for (; size >= 4 * sizeof(word); size -= 4 * sizeof(word)) {
        ((word *)to)[0] = all;
        ((word *)to)[1] = all;
        ((word *)to)[2] = all;
        ((word *)to)[3] = all;
        to += 4 * sizeof(word);
        KEEP_LOOP(to);
    }
    while (size--) {
        *to++ = (unsigned char)byte;
        KEEP_LOOP(to);
    }
    return where;
}

int tri_own_memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *a = one, *b = other;
    for (; size; size--, a++, b++) {
        if (*a != *b)
            return *a < *b ? -1 : 1;
        KEEP_LOOP(a);
    }
    return 0;
}
