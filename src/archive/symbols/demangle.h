/* demangle.h: the names of C++ and Rust functions from their symbols. */
#ifndef ARCHIVE_SYMBOLS_DEMANGLE_H
#define ARCHIVE_SYMBOLS_DEMANGLE_H

/* Returns the name that a mangled symbol stands for, with the types of the parameters, by which
 * overloaded functions differ; to be freed. NULL: it is not mangled. */
char *archive_symbols_demangle(const char *symbol);

#endif
