/* versions.h: which symbols that a binary imports are those of the C library, by their versions. */
#ifndef LOOPS_BINARY_VERSIONS_H
#define LOOPS_BINARY_VERSIONS_H

#include <libelf.h>
#include <stdbool.h>
#include <stdint.h>

/* The versions of a binary's symbols. */
struct versions {
    const Elf_Data *of_symbols; /* NULL: there are none */
    uint8_t libc[4096];         /* bits by version: one of libc.so or libm.so */
};

void versions_find(struct versions *versions, Elf *elf);

/* True if the dynamic symbol with that number is one of libc.so or libm.so. */
bool versions_is_libc(const struct versions *versions, uint64_t symbol);

#endif
