/* call_line.c: see call_line.h */
#include "archive/symbols/call_line.h"

#include <string.h>

bool archive_is_library_file(const char *file)
{
    static const char *const beginnings[] = {"/usr/include/",       "/usr/lib",
                                             "/usr/local/include/", "/usr/bin/../",
                                             "/usr/src/rustc",      "/rustc/"};
    static const char *const parts[] = {"/include/c++/", "/lib/gcc/", "/rustlib/", "/.cargo/"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        if (!strncmp(file, beginnings[i], strlen(beginnings[i])))
            return true;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strstr(file, parts[i]))
            return true;
    }
    return false;
}

bool call_line_find(const struct archive_symbols_unit *unit, uint32_t scope,
                    struct call_line *found)
{
    for (; scope != FORMAT_SYMBOLS_NONE; scope = unit->scopes[scope].parent) {
        const struct format_symbols_scope *at = &unit->scopes[scope];
        bool is_inlined = at->parent != FORMAT_SYMBOLS_NONE && unit->routines[at->routine].name;
        if (!is_inlined || !at->call_file || !at->call_line ||
            archive_is_library_file(archive_symbols_unit_file(unit, at->call_file)))
            continue;
        *found = (struct call_line){scope, at->call_file, at->call_line};
        return true;
    }
    return false;
}
