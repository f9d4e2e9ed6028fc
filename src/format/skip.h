/* skip.h: how a region is named in the list of those to be switched off, by whoever writes it and
 * whoever reads it. */
#ifndef FORMAT_SKIP_H
#define FORMAT_SKIP_H

#include <triptych/probes.h>

#include <stddef.h>

/* A line of the list: kind, file, line, sequence number, routine around it, own name. */
#define FORMAT_SKIP_LINE "%s\t%s\t%u\t%u\t%s\t%s\n"

/* The word for a kind in lists and patterns; NULL: a user cannot choose it. */
static inline const char *format_kind_word(unsigned kind)
{
    switch (kind) {
    case TRI_KIND_ROUTINE:
        return "routine";
    case TRI_KIND_LOOP:
        return "loop";
    case TRI_KIND_IO:
        return "io";
    case TRI_KIND_USER:
        return "region";
    default:
        return NULL; /* made while the program runs: there is nothing to switch off */
    }
}

#endif
