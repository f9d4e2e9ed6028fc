/* symbol.c: see symbol.h */
#include "instrument/driver/symbol.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a */
static uint64_t hash(uint64_t value, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        value = (value ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return value;
}

void symbol_make(char *symbol, const char *folder, const char *source, const char *output,
                 const char *text, size_t size)
{
    uint64_t value = UINT64_C(0xcbf29ce484222325);
    const char *const names[] = {folder, source, output};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        value = hash(value, names[i], strlen(names[i]) + 1);
    value = hash(value, text, size);
    snprintf(symbol, SYMBOL_SIZE, "tri_%016" PRIx64, value);
}
