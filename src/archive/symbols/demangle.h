/* demangle.h: the names of C++ and Rust functions from their symbols. */
#ifndef ARCHIVE_SYMBOLS_DEMANGLE_H
#define ARCHIVE_SYMBOLS_DEMANGLE_H

#include <stddef.h>

/* Returns the size of the name in the symbol of a Rust function that is mangled in the older way,
 * without suffixes: such names contain dots, too. 0: it is another symbol. */
size_t archive_symbols_mangled_size(const char *symbol);

/* Returns the name that a mangled symbol stands for, with the types of the parameters, by which
 * overloaded functions differ; to be freed. NULL: it is not mangled. */
char *archive_symbols_demangle(const char *symbol);

#endif
