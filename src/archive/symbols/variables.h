/* variables.h: names what is at an address of a module's data, or in a frame of one of its
 * functions, by debugging information, or else by the symbol table. */
#ifndef ARCHIVE_SYMBOLS_VARIABLES_H
#define ARCHIVE_SYMBOLS_VARIABLES_H

#include "archive/symbols/variable_path.h"

#include <stdbool.h>
#include <stdint.h>

struct variables;

/* Reads the variables of a module. NULL if it does not exist, or was changed after `newest` (ns
 * since 1970). */
struct variables *archive_variables_new(const char *module, uint64_t newest);
void archive_variables_free(struct variables *variables);

/* Return the name of the variable, or of the part of it, that the addresses from `first` to `last`
 * are in; the caller frees it. NULL if there is none, or if it is not certain. */
char *archive_variables_at(struct variables *variables, uint64_t first, uint64_t last,
                           enum variable_part part);

/* The same for a frame of the function that contains the instruction at `code`: the first and last
 * address of the range count from the frame's canonical address, and so does the stack pointer
 * there (VARIABLES_NO_STACK: not known). */
#define VARIABLES_NO_STACK INT64_MAX
char *archive_variables_in_frame(struct variables *variables, uint64_t code, int64_t stack,
                                 const int64_t *range, enum variable_part part);

/* Returns the name of the variable that a register, by its number in DWARF, holds at the
 * instruction at `code`; the caller frees it. NULL as above. */
char *archive_variables_in_register(struct variables *variables, uint64_t code, unsigned number);

#endif
