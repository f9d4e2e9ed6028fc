/* table_symbol.c: see table_symbol.h */
#include "instrument/driver/table_symbol.h"

#include "format/hash.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

void symbol_make(char *symbol, const char *folder, const char *source, const char *output,
                 const char *text, size_t size)
{
    uint64_t value = FORMAT_HASH_START;
    const char *const names[] = {folder, source, output};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        value = format_hash(value, names[i], strlen(names[i]) + 1);
    value = format_hash(value, text, size);
    snprintf(symbol, SYMBOL_SIZE, "tri_%016" PRIx64, value);
}
