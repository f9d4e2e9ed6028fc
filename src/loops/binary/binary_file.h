/* binary_file.h: the readers of a binary among themselves. */
#ifndef LOOPS_BINARY_BINARY_FILE_H
#define LOOPS_BINARY_BINARY_FILE_H

#include "loops/binary/binary.h"

#include <libelf.h>

struct binary_file {
    int fd;
    Elf *elf;
};

/* Functions that were found so far, in any order: binary_functions.c puts them together. */
struct found {
    struct binary_function *functions;
    size_t count, room;
};

void found_add(struct found *found, uint64_t start, uint64_t end, const char *name,
               uint32_t source);

/* From .eh_frame: functions, and the landing pads of those that have some. */
void frames_find(struct binary *binary, struct found *found);

/* Puts them in order, joins what is told twice, and cuts what overlaps. */
void functions_settle(struct binary *binary, struct found *found);

/* Which of them are parts of others. */
void moved_find(struct binary *binary);

/* Which of them never return. */
void returns_find(struct binary *binary);

void labels_find(struct binary *binary);

/* A section by its name; false: there is none, or it has no bytes. */
bool binary_section(const struct binary *binary, const char *name, uint64_t *address,
                    const uint8_t **bytes, size_t *size);

#endif
