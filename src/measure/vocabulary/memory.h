/* memory.h: reads memory of the program that may not be there. */
#ifndef MEASURE_VOCABULARY_MEMORY_H
#define MEASURE_VOCABULARY_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies bytes. False if some of them cannot be read. */
bool measure_vocabulary_read(uint64_t address, void *to, size_t size);

enum { MEMORY_TEXT = 256 }; /* bytes of a text that are read, with its zero */

/* Copies a text, truncated to the room. False if it cannot be read. */
bool measure_vocabulary_read_text(uint64_t address, char to[MEMORY_TEXT]);

/* Finds the length of a text. False if it cannot be read. */
bool measure_vocabulary_length(uint64_t address, int64_t *length);

#endif
