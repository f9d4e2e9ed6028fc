/* interned.h: a set of byte strings, each with a number from 0 in the order of its first
 * appearance. */
#ifndef UTIL_INTERNED_H
#define UTIL_INTERNED_H

#include <stddef.h>
#include <stdint.h>

struct interned;

struct interned *interned_new(void);
void interned_free(struct interned *set);

/* Returns the number of a byte string, which is copied if it is new. */
uint32_t interned_add(struct interned *set, const void *bytes, size_t size);
uint32_t interned_add_text(struct interned *set, const char *text);

/* Returns the number of a byte string; UINT32_MAX if it is not in the set. */
uint32_t interned_find(const struct interned *set, const void *bytes, size_t size);

uint32_t interned_count(const struct interned *set);
const char *interned_text(const struct interned *set, uint32_t number); /* zero-terminated */
size_t interned_size(const struct interned *set, uint32_t number);

#endif
