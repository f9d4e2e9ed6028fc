/* macros.h: the macros that a compiler predefines with the options of a command.
 *
 * libclang has others. It is given the compiler's in their place, or it would see another text than
 * the compiler does where that depends on the compiler's version, its optimisation, OpenMP, ... */
#ifndef INSTRUMENT_DRIVER_MACROS_H
#define INSTRUMENT_DRIVER_MACROS_H

#include "instrument/driver/command.h"

#include <stdio.h>

/* The words of a command that preprocesses the file with the compiler's macros. NULL: that writes
 * the macros as lines "#define NAME VALUE". */
void macros_question(const struct command *command, const char *path, struct words *out);

/* Reads those lines: as NAME VALUE, and as -DNAME=VALUE. */
void macros_lines(FILE *answer, struct words *out);
void macros_read(FILE *answer, struct words *out);

/* Whether the word defines a macro that the options imply: the compiler's own value is better. */
bool macros_is_implied(const char *word);

#endif
