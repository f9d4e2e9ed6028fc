/* table_symbol.h: the symbol of the table of a Fortran file's regions. */
#ifndef INSTRUMENT_DRIVER_TABLE_SYMBOL_H
#define INSTRUMENT_DRIVER_TABLE_SYMBOL_H

#include <stddef.h>

enum { SYMBOL_SIZE = 21 }; /* tri_ and 16 hexadecimal digits */

/* Makes a symbol, in SYMBOL_SIZE bytes, from the current folder, the names of source and output,
 * and the text. It differs between the objects of a program, and stays the same when a file is
 * compiled again. */
void symbol_make(char *symbol, const char *folder, const char *source, const char *output,
                 const char *text, size_t size);

#endif
