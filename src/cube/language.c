/* language.c: see language.h */
#include "cube/language.h"

#include "format/region.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>
#include <triptych/probes.h>

bool cube_language_is_fortran(const char *file)
{
    static const char *const suffixes[] = {"f",   "for", "ftn", "fpp", "f77",
                                           "f90", "f95", "f03", "f08", "f18"};
    const char *dot = strrchr(file, '.');
    for (size_t i = 0; dot && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (!strcasecmp(dot + 1, suffixes[i]))
            return true;
    }
    return false;
}

const char *cube_language_loop(const char *file, uint32_t flags)
{
    if (flags & FORMAT_BINARY)
        return "";
    if (cube_language_is_fortran(file))
        return flags & TRI_WHILE ? "do while" : "do";
    return flags & TRI_DO ? "do" : flags & TRI_WHILE ? "while" : "for";
}
