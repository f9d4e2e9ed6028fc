/* binary_file.h: the readers of a binary among themselves. */
#ifndef LOOPS_BINARY_BINARY_FILE_H
#define LOOPS_BINARY_BINARY_FILE_H

#include "loops/binary/binary.h"

#include <libelf.h>

struct loops_binary_file {
    int fd;
    Elf *elf;
};

/* Functions that were found so far, in any order: binary_functions.c puts them together. */
struct found {
    struct loops_binary_function *functions;
    size_t count, room;
};

void found_add(struct found *found, uint64_t start, uint64_t end, const char *name,
               uint32_t source);

/* From .eh_frame: functions, and the landing pads of those that have some. */
void frames_find(struct loops_binary *binary, struct found *found);

/* Puts them in order, joins what is told twice, and cuts what overlaps. */
void functions_settle(struct loops_binary *binary, struct found *found);

/* Which of them are parts of others. */
void moved_find(struct loops_binary *binary);

/* Which of them never return. */
void loops_noreturn_find(struct loops_binary *binary);

void labels_find(struct loops_binary *binary);

/* A section by its name; false: there is none, or it has no bytes. */
bool loops_binary_section(const struct loops_binary *binary, const char *name, uint64_t *address,
                          const uint8_t **bytes, size_t *size);

#endif
