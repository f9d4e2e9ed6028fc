/* macros.h: the macros that a compiler predefines with the options of a command.
 *
 * libclang predefines others. It is given the compiler's instead; otherwise it would see a
 * different text where that depends on the compiler's version, optimisation, OpenMP and so on. */
#ifndef INSTRUMENT_DRIVER_MACROS_H
#define INSTRUMENT_DRIVER_MACROS_H

#include "instrument/driver/command.h"

#include <stdio.h>

/* Adds the words of a command that preprocesses a file with the compiler's macros; with NULL, one
 * that prints the macros as lines "#define NAME VALUE". */
void macros_question(const struct command *command, const char *path, struct words *out);

/* Read these lines: as NAME VALUE, and as -DNAME=VALUE. */
void macros_lines(FILE *answer, struct words *out);
void macros_read(FILE *answer, struct words *out);

/* True if a word defines a macro that options imply: the compiler's own value is better. */
bool macros_is_implied(const char *word);

#endif
