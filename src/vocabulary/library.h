/* library.h: writes the shared library that `triptych run` preloads for vocabularies. No compiler
 * is needed: it consists of a table and of a jump per described function. */
#ifndef VOCABULARY_LIBRARY_H
#define VOCABULARY_LIBRARY_H

#include "vocabulary/vocabulary.h"

enum vocabulary_machine { VOCABULARY_AARCH64, VOCABULARY_X86_64 };

/* The machine that this program was built for. */
#ifdef __x86_64__
#define VOCABULARY_MACHINE VOCABULARY_X86_64
#else
#define VOCABULARY_MACHINE VOCABULARY_AARCH64
#endif

/* The collector's function that all described functions jump to. */
#define VOCABULARY_HANDLER "tri_vocabulary_call"

/* Adds the bytes of the library to `to`. False with an error: two vocabularies describe one
 * symbol, or they have too many states. */
bool vocabulary_library_make(struct vocabulary *const *vocabularies, size_t count,
                             enum vocabulary_machine machine, struct buffer *to,
                             struct error *error);

/* library_elf.c: the file around the data. `symbols` are the exported functions. */
struct vocabulary_symbol {
    const char *name;
    uint32_t function; /* offset of its struct format_vocabulary_function in the data */
};

/* The table of format/vocabulary.h. Its texts belong to the vocabularies. */
struct vocabulary_table {
    struct buffer data;
    struct vocabulary_symbol *symbols;
    size_t count;
};

/* Makes the table, which vocabulary_table_free() frees either way. False with an error. */
bool vocabulary_table_make(struct vocabulary *const *vocabularies, size_t count,
                           enum vocabulary_machine machine, struct vocabulary_table *to,
                           struct error *error);
void vocabulary_table_free(struct vocabulary_table *table);

void vocabulary_library_write(const struct vocabulary_symbol *symbols, size_t count,
                              const struct buffer *data, enum vocabulary_machine machine,
                              struct buffer *to);

#endif
