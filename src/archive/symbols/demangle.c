/* demangle.c: see demangle.h */
#include "archive/symbols/demangle.h"

#include <libiberty/demangle.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    LONGEST = 1 << 14, /* of a symbol: longer ones stay as they are */
    HASH = 17,         /* digits that Rust adds to a name: h0123456789abcdef */
};

/* Removes the hash behind the last :: of a Rust name. */
static void drop_hash(char *name)
{
    size_t size = strlen(name);
    if (size < HASH + 2)
        return;
    char *hash = name + size - HASH;
    if (hash[-1] == ':' && hash[-2] == ':' && hash[0] == 'h' &&
        strspn(hash + 1, "0123456789abcdef") == HASH - 1)
        hash[-2] = '\0';
}

size_t archive_symbols_mangled_size(const char *symbol)
{
    static const char hash[] = "17h"; /* the last part of the name, with its length */
    if (strncmp(symbol, "_ZN", strlen("_ZN")) != 0)
        return 0;
    for (const char *at = strstr(symbol, hash); at; at = strstr(at + 1, hash)) {
        const char *digits = at + strlen(hash);
        if (strspn(digits, "0123456789abcdef") == HASH - 1 && digits[HASH - 1] == 'E')
            return (size_t)(digits + HASH - symbol);
    }
    return 0;
}

char *archive_symbols_demangle(const char *symbol)
{
    bool is_mangled = !strncmp(symbol, "_Z", 2) || !strncmp(symbol, "_R", 2);
    char *name = is_mangled && strlen(symbol) < LONGEST
                     ? cplus_demangle(symbol, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO)
                     : NULL;
    char *clone = name ? strstr(name, " [clone ") : NULL; /* a suffix of the optimiser */
    if (clone)
        *clone = '\0';
    if (name)
        drop_hash(name);
    return name;
}
