/* go.h: how a program of Go is known. */
#ifndef FORMAT_GO_H
#define FORMAT_GO_H

#include <stdbool.h>
#include <string.h>

/* True for the name of a section that only programs of Go have. Their table of functions has one of
 * its own, unless another linker has joined it with other data. */
static inline bool format_is_section_of_go(const char *name)
{
    return !strcmp(name, ".gopclntab") || !strcmp(name, ".data.rel.ro.gopclntab") ||
           !strcmp(name, ".note.go.buildid");
}

#endif
