/* binary_file.h: what the files that read a binary share among themselves. */
#ifndef LOOPS_BINARY_BINARY_FILE_H
#define LOOPS_BINARY_BINARY_FILE_H

#include "loops/binary/binary.h"

#include <libelf.h>

/* A place that the loader changes. */
struct relocation {
    uint64_t at;
    uint64_t target;    /* the address that it leads to, if no symbol tells */
    const char *symbol; /* name of the symbol that it leads to; "" if that has none; NULL: no symbol
                         */
    bool is_libc;       /* the symbol is one of the C library, by its version */
};

/* The open file behind a struct loops_binary. */
struct loops_binary_file {
    int fd;
    Elf *elf;
    struct relocation *relocations; /* sorted by place */
    size_t relocation_count, relocation_room;
};

/* The functions found so far, in any order; functions_settle() turns them into binary->functions.
 */
struct found {
    struct loops_binary_function *functions;
    size_t count, room;
};

/* Adds a function from `start` to `end` (0 if its end is unknown). `name` may be NULL and is not
 * copied. */
void found_add(struct found *found, uint64_t start, uint64_t end, const char *name,
               uint32_t source);

/* Adds the functions that .eh_frame describes, and fills binary->frames and binary->pads. */
void frames_find(struct loops_binary *binary, struct found *found);

/* Sorts the found functions, joins those that begin at the same address, and cuts those that
 * overlap. Moves them to binary->functions. */
void functions_settle(struct loops_binary *binary, struct found *found);

/* Makes binary->index, once the functions are settled. */
void look_up_begin(struct loops_binary *binary);

/* Fills binary->file->relocations. */
void relocations_find(struct loops_binary *binary);
/* Returns the relocation by which the loader writes the address of a symbol that has a name to an
 * address; NULL if there is none. */
const struct relocation *relocations_named_at(const struct loops_binary *binary, uint64_t address);
/* Returns where the pointer at an address leads to in this binary; 0: a symbol tells, or nothing.
 */
uint64_t relocations_pointed_to(const struct loops_binary *binary, uint64_t address);

/* Marks the functions that are cold parts of others with BINARY_COLD. */
void moved_find(struct loops_binary *binary);

/* Fills binary->stubs, and sets never_returns and never_throws of all functions. */
void noreturn_find(struct loops_binary *binary);
/* True for an instruction by which its function may return, whatever other functions do. */
bool noreturn_is_return(const struct loops_instruction *in);

/* Sets `taken` and `given` of all functions. */
void straight_find(struct loops_binary *binary);

/* Fills binary->got. */
void got_find(struct loops_binary *binary);

/* Fills binary->labels. */
void labels_find(struct loops_binary *binary);

/* Finds a section by its name; returns false if there is none or it has no bytes. */
bool loops_binary_section(const struct loops_binary *binary, const char *name, uint64_t *address,
                          const uint8_t **bytes, size_t *size);
/* Returns the addresses of such a section; an empty range if there is none. */
struct loops_binary_range loops_binary_range_of(const struct loops_binary *binary,
                                                const char *name);

#endif
