/* memory.h: allocation that never fails: without memory, the command ends with a message. Not for
 * measure/. */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stddef.h>

void *memory_zeroed(size_t count, size_t size);
char *memory_string(const char *text);
char *memory_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Grows an array of *room elements of `size` bytes to hold at least `need`; its room at least
 * doubles.
 */
void *memory_grow(void *array, size_t *room, size_t need, size_t size);

#endif
