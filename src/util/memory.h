/* memory.h: allocation that ends the command with a message when memory is out. Never used in
 * measure/. */
#ifndef UTIL_MEMORY_H
#define UTIL_MEMORY_H

#include <stddef.h>

void *memory_zeroed(size_t count, size_t size);
char *memory_string(const char *text);
char *memory_printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* An array of *room elements of the given size is made to hold at least `need`, at least doubling.
 */
void *memory_grow(void *array, size_t *room, size_t need, size_t size);

#endif
