/* symbol.h: the name of a Fortran file's table of regions in the program. */
#ifndef INSTRUMENT_DRIVER_SYMBOL_H
#define INSTRUMENT_DRIVER_SYMBOL_H

#include <stddef.h>

enum { SYMBOL_SIZE = 21 }; /* tri_ and 16 hexadecimal digits */

/* Two objects of one program never have the same, and a file compiled again has the same again. */
void symbol_make(char *symbol, const char *folder, const char *source, const char *output,
                 const char *text, size_t size);

#endif
