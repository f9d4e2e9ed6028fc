/* assembler.h: writes the table of described functions for programs that are linked statically. */
#ifndef VOCABULARY_ASSEMBLER_H
#define VOCABULARY_ASSEMBLER_H

#include "vocabulary/library.h"

/* Adds assembler code with the table and, for each symbol, a function `__wrap_SYMBOL` that jumps to
 * the collector, as the linker's option --wrap needs it. A function that is not linked has the
 * address 0. */
void vocabulary_assembler_write(const struct vocabulary_table *table,
                                enum vocabulary_machine machine, struct buffer *to);

#endif
