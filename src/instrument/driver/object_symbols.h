/* object_symbols.h: the global symbols of an object file, and how its code refers to them. */
#ifndef INSTRUMENT_DRIVER_OBJECT_SYMBOLS_H
#define INSTRUMENT_DRIVER_OBJECT_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

struct object_symbol {
    const char *name;
    bool is_defined; /* here, alone: neither as a common block nor weakly */
    bool is_called;  /* undefined, and the object only calls or jumps to it */
};

struct object_symbols {
    struct object_symbol *list;
    size_t count;
    char *bytes; /* of the file; the names point into it */
};

/* Reads a relocatable ELF object for aarch64 or x86-64, of any length and content. False if the
 * file is none. Free with object_symbols_free() in both cases. */
bool object_symbols_read(struct object_symbols *symbols, const char *path);
void object_symbols_free(struct object_symbols *symbols);

#endif
